#compdef launchflow
# Completes the words of launchflow in zsh; written by 'launchflow completions zsh'.

_launchflow() {
  local -a found=("${(@f)$(_call_program words launchflow completions zsh -- ${(q)words[2,CURRENT-1]} ${(q)PREFIX} 2>/dev/null)}")
  [[ $found[1] == :* ]] && compset -P 1 '--*='
  case $found[1] in
    '') ;;
    :file) _files ;;
    :folder) _files -/ ;;
    :document) _files -g '*.json' ;;
    *)
      found=("${(@)found//:/\\:}")
      found=("${(@)found/ /:}")
      _describe -t words word found
      ;;
  esac
}

if [[ $funcstack[1] == _launchflow ]]; then
  _launchflow "$@"
else
  compdef _launchflow launchflow
fi
