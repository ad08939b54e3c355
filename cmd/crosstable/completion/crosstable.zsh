#compdef crosstable
# zsh completion for crosstable: the program names the commands, flags and methods; files are the fallback.
_crosstable() {
	local cur=${words[CURRENT]}
	local -a line=(${words[1,CURRENT-1]}) answers
	[[ $cur == -* ]] && line+=($cur)
	answers=(${(f)"$(_CLI_ZSH_AUTOCOMPLETE_HACK=1 ${line} --generate-bash-completion 2>/dev/null)"})
	if (( ${#answers} )); then
		_describe 'crosstable' answers
	fi
	_files
}
compdef _crosstable crosstable
