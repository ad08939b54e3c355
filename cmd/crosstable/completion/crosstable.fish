# fish completion for crosstable: the program names the commands, flags and methods; files are the fallback.
function __crosstable_words
	set -l line (commandline --cut-at-cursor --tokenize --current-process)
	set -l cur (commandline --current-token)
	string match -q -- '-*' $cur; and set -a line $cur
	$line --generate-bash-completion 2>/dev/null
end
complete --command crosstable --arguments '(__crosstable_words)'
