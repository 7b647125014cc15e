/** Scripts that complete commands and flags in bash, zsh and fish, made from the commands themselves. */
import type { Command } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** `isLast` is true if no command can follow; then the argument may be a file. */
type Place = { path: string; words: string[]; isLast: boolean }

/** What can follow each command, by the words that were typed before: `''`, `agent`, `agent list`. */
function placesOf(command: Command, path = ''): Place[] {
  const flags = command.options.flatMap(({ long }) => long ?? [])
  const words = [...command.commands.map((child) => child.name()), ...flags, '--help']
  const own = { path, words, isLast: command.commands.length === 0 }
  const inner = command.commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`.trim()))
  return [own, ...inner]
}

/** A function that prints what can follow, and one that finds the command in what was typed; bash and zsh read both. */
const functionsOf = (places: readonly Place[]) => `_posting_board_words() {
  case "$1" in
${places.map(({ path, words }) => `    '${path}') echo '${words.join(' ')}' ;;`).join('\n')}
  esac
}

_posting_board_command() {
  local found='' word
  for word in "$@"; do
    case "$found $word" in
${places
  .filter(({ path }) => path)
  .map(({ path }) => `      '${path.includes(' ') ? path : ` ${path}`}') found='${path}' ;;`)
  .join('\n')}
    esac
  done
  echo "$found"
}
`

const bash = (places: readonly Place[]) => `${functionsOf(places)}
_posting_board() {
  local found
  found=$(_posting_board_command "\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  # shellcheck disable=SC2207
  COMPREPLY=($(compgen -W "$(_posting_board_words "$found")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _posting_board posting-board
`

const zsh = (places: readonly Place[]) => `#compdef posting-board
${functionsOf(places)}
_posting_board() {
  local found
  found=$(_posting_board_command "\${(@)words[2,CURRENT-1]}")
  compadd -- \${=$(_posting_board_words "$found")} || _files
}
compdef _posting_board posting-board
`

const fish = (places: readonly Place[]) => `function __posting_board_at
    set -l found ''
    for word in (commandline -opc)[2..]
        switch "$found $word"
${places
  .filter(({ path }) => path)
  .map(
    ({ path }) => `            case '${path.includes(' ') ? path : ` ${path}`}'\n                set found '${path}'`,
  )
  .join('\n')}
        end
    end
    test "$found" = "$argv[1]"
end
${places
  .map(
    ({ path, words, isLast }) =>
      `complete -c posting-board ${isLast ? '' : '-f '}-n "__posting_board_at '${path}'" -a '${words.join(' ')}'`,
  )
  .join('\n')}
`

export const completionFor = (shell: Shell, program: Command): string => ({ bash, zsh, fish })[shell](placesOf(program))
