# Completes the words of launchflow in bash 3.2 or later; written by 'launchflow completions bash'.

_launchflow() {
  local IFS=$'\n' words=() index current=${COMP_WORDS[COMP_CWORD]}
  # Bash splits words at equals signs, and replaces only the part after the last one.
  for ((index = 1; index <= COMP_CWORD; index++)); do
    if ((index > 1)) && [[ ${COMP_WORDS[index]} == = || ${COMP_WORDS[index-1]} == = ]]; then
      words[${#words[@]}-1]+=${COMP_WORDS[index]}
    else
      words+=("${COMP_WORDS[index]}")
    fi
  done
  [[ $current == = ]] && current=
  COMPREPLY=($("${COMP_WORDS[0]}" completions bash -- "${words[@]}" 2>/dev/null))
  [[ $COMPREPLY == :* ]] && compopt -o filenames 2>/dev/null
  case $COMPREPLY in
    :file) COMPREPLY=($(compgen -f -- "$current")) ;;
    :folder) COMPREPLY=($(compgen -d -- "$current")) ;;
    :document) COMPREPLY=($(compgen -d -- "$current"; compgen -f -X '!*.json' -- "$current")) ;;
  esac
}

complete -F _launchflow launchflow
