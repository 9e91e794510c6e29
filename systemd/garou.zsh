#compdef garou
# Words that garou knows, in zsh: read at the first tab.
eval "$(_GAROU_COMPLETE=zsh_source garou)"
