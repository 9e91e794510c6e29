# Words that garou knows, in bash: read at the first tab.
eval "$(_GAROU_COMPLETE=bash_source garou)"
