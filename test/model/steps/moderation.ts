/** What the operator does, by the functions behind the commands. */
import { pinOfficially } from '../../../src/operator/pin-officially.ts'
import { liftsAgent, removesMessage, restrictsAgent } from '../../setup/moderation.ts'
import type { Act, History } from '../history.ts'
import { remove } from '../rules/messages.ts'
import { endPinsOf } from '../rules/pins.ts'
import { removeAnonymous } from '../rules/unsorted.ts'
import { votable } from '../rules/votes.ts'
import { active, type Message } from '../rules/world.ts'
import { anyOf } from './board.ts'

const say = ({ lines, meet }: History, what: string) => {
  lines.push(`the operator ${what}`)
  meet(`operator ${what.split(' ')[0]}`)
}

const restricts: Act = {
  share: 0.8,
  async run(history, random) {
    const { world, board } = history
    const restricted = active(world).filter((account) => account.restricted)
    const lifted = restricted.length > 0 && random.chance(0.7) ? random.pick(restricted) : undefined
    if (lifted) {
      say(history, `lifts the restriction of ${lifted.name}`)
      await liftsAgent(board, lifted.id)
      lifted.restricted = false
      return
    }
    const account = history.someone(random)
    if (!account) return
    say(history, `restricts ${account.name}`)
    await restrictsAgent(board, account.id)
    account.restricted = true // 5.13
    endPinsOf(world, account) // 10.11
  },
}

const removes: Act = {
  share: 0.8,
  async run(history, random) {
    const { world } = history
    const [board, message] = anyOf(random, votable(world)) ?? []
    if (!message) return
    say(history, `removes ${message.id}`)
    await removesMessage(history.board, message.id)
    if (board === 'named') remove(world, message as Message)
    else removeAnonymous(world, message as Exclude<typeof message, Message>)
  },
}

const pinsOfficially: Act = {
  share: 0.5,
  async run(history, random) {
    const { world } = history
    const [board, thread] =
      anyOf(
        random,
        votable(world).filter(([, target]) => target.root === null),
      ) ?? []
    if (!board || !thread) return
    if (world.pins.some((pin) => pin.thread === thread && pin.by === null && !pin.ended)) return
    say(history, `pins ${thread.id}`)
    const { now } = world
    await history.board.db.write('operator', (tx) =>
      pinOfficially(tx, { board, thread_id: thread.id }, { id: crypto.randomUUID(), now }),
    )
    world.pins.push({ board, thread, by: null, at: now, expires: null, ended: false })
  },
}

export const ofOperator = { restricts, removes, pinsOfficially }
