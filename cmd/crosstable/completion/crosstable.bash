# bash completion for crosstable: the program names the commands, flags and methods; files are the fallback.
_crosstable() {
	local cur=${COMP_WORDS[COMP_CWORD]} words
	local -a line=("${COMP_WORDS[@]:0:COMP_CWORD}")
	[[ $cur == -* ]] && line+=("$cur")
	words=$("${line[@]}" --generate-bash-completion 2>/dev/null)
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -o bashdefault -o default -F _crosstable crosstable
