# Words that garou knows, in fish: read at the first tab.
_GAROU_COMPLETE=fish_source garou | source
