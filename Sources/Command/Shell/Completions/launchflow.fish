# Completes the words of launchflow in fish; written by 'launchflow completions fish'.

function __launchflow_words
  set -l typed (commandline -opc)
  set -l current (commandline -ct)
  set -l found (launchflow completions fish -- $typed[2..] "$current" 2>/dev/null)
  set -l ending
  switch "$found[1]"
    case :file
      set ending ''
    case :folder
      set ending /
    case :document
      set ending '(?:/|\.json)'
    case '*'
      string replace ' ' \t -- $found
      return
  end
  # A path may follow an option's equals sign.
  set -l option (string match -r -- '^--[^=]*=' "$current")
  set -l path (string sub -s (math (string length -- "$option") + 1) -- "$current")
  complete -C "'' $path" | string match -r ".*$ending(?:\t.*)?\$" | string replace -r -- '^' "$option"
end

complete -c launchflow -f -k -a '(__launchflow_words)'
