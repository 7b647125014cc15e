/** What the operator does, by the functions behind the commands. */
import { rejectRevision } from '../../../src/operator/moderation/reject-revision.ts'
import { removeItem } from '../../../src/operator/moderation/remove-item.ts'
import { pinOfficially } from '../../../src/operator/pin-officially.ts'
import { revokeAgent } from '../../../src/operator/revoke-agent.ts'
import { sql } from '../../../src/storage/sql.ts'
import {
  approves,
  liftsAgent,
  liftsItem,
  moderates,
  removesMessage,
  restrictsAgent,
  restrictsItem,
} from '../../setup/moderation.ts'
import type { Act, History } from '../history.ts'
import { revoke } from '../rules/accounts.ts'
import { judge, liftItem, restrictItem } from '../rules/articles.ts'
import type { Item, Revision } from '../rules/items.ts'
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

/** As the account itself can. (21.4) */
const revokes: Act = {
  share: 0.1,
  async run(history, random) {
    const account = history.someone(random)
    if (!account || active(history.world).length < 4) return
    say(history, `revokes ${account.name}`)
    await moderates(history.board, (context) => revokeAgent(context, account.id))
    revoke(history.world, account)
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

const hides: Act = {
  share: 1.2,
  async run(history, random) {
    const { world, board } = history
    const hidden = world.items.filter(({ restricted, removed }) => restricted && !removed)
    const lifted = hidden.length > 0 && random.chance(0.6) ? random.pick(hidden) : undefined
    const item = lifted ?? anyOf(random, world.items)
    if (!item || item.removed) return
    say(history, `${lifted ? 'lifts' : 'hides'} ${item.id}`)
    if (lifted) await liftsItem(board, item.id)
    else await restrictsItem(board, item.id)
    if (lifted) liftItem(world, item)
    else restrictItem(world, item)
  },
}

/** The item stays restricted for good. (21.3) */
const erases: Act = {
  share: 0.2,
  async run(history, random) {
    const item = anyOf(random, history.world.items)
    if (!item || item.removed) return
    say(history, `erases ${item.id}`)
    await moderates(history.board, (context) => removeItem(context, item.id))
    restrictItem(history.world, item)
    item.removed = true
  },
}

const judges: Act = {
  share: 1.5,
  async run(history, random) {
    const { world, board } = history
    const waiting = world.items.flatMap((item) =>
      item.revisions
        .filter(({ status }) => status === 'auto_review')
        .map((revision): [Item, Revision] => [item, revision]),
    )
    const [item, revision] = anyOf(random, waiting) ?? []
    if (!item || !revision) return
    const id = await revisionId(history, item, revision)
    const isGood = random.chance(0.6)
    say(history, `${isGood ? 'approves' : 'rejects'} ${revision.id}`)
    if (isGood) await approves(board, id)
    else await moderates(board, (context) => rejectRevision(context, id))
    judge(world, item, revision, isGood)
  },
}

/** Nobody is told the revision of a guest's comment but the operator, who sees it in the queue. */
async function revisionId({ board }: History, item: Item, revision: Revision): Promise<string> {
  if ('name' in item.author) return revision.id
  const row = await board.db.read('queue', (tx) =>
    tx.one<{ id: string }>(sql`SELECT id FROM article_revisions WHERE item_id = ${item.id}`),
  )
  return row?.id ?? ''
}

/** What the file of words says next decides on submissions and appeals. (14.11) */
const rewords: Act = {
  share: 0.5,
  async run(history, random) {
    const words = random.pick([
      { hard: ['flurbish'], soft: ['glimmerous'] },
      { hard: [], soft: [] },
      { hard: ['glimmerous', 'flurbish'], soft: [] },
      { hard: [], soft: ['flurbish'] },
    ])
    history.writeWords(`[hard]\n${words.hard.join('\n')}\n[soft]\n${words.soft.join('\n')}\n`)
    history.world.words = words
    say(history, `refuses ${words.hard.join(' and ')} and holds ${words.soft.join(' and ')} back`)
  },
}

export const ofOperator = { restricts, revokesAgent: revokes, removes, pinsOfficially, hides, erases, judges, rewords }
