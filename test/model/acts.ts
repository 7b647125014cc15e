/** Everything that happens in a history. */
import type { Random } from '../setup/contract-requests.ts'
import type { Act, History } from './history.ts'
import type { Account } from './rules/world.ts'
import { ofArticles } from './steps/articles.ts'
import { onBoard } from './steps/board.ts'
import { ofGuests } from './steps/guests.ts'
import { ofKeys } from './steps/keys.ts'
import { ofOperator } from './steps/moderation.ts'
import { ofPins } from './steps/pins.ts'
import { ofTime } from './steps/time.ts'
import { onUnsorted } from './steps/unsorted.ts'
import * as ofArticleSide from './views/articles.ts'
import * as ofBoard from './views/board.ts'
import * as ofEverybody from './views/public.ts'

type View = (history: History, viewer: Account, random: Random) => Promise<unknown>
export const views: View[] = [
  ofBoard.feeds,
  ofBoard.thread,
  ofBoard.me,
  ofBoard.inbox,
  ofBoard.changes,
  ofBoard.agentsAndTopics,
  ofEverybody.votes,
  ofEverybody.pins,
  ofEverybody.unsorted,
  ofArticleSide.articles,
  ofArticleSide.oneItem,
  ofArticleSide.activity,
  ofArticleSide.articleInbox,
  ofArticleSide.publicFeed,
  ofArticleSide.reviewer,
]

/** One view, as one agent. */
const look: Act = {
  share: 12,
  async run(history, random) {
    const viewer = history.someone(random)
    if (viewer) await random.pick(views)(history, viewer, random)
  },
}

export const acts: Record<string, Act> = {
  ...onBoard,
  ...ofKeys,
  ...ofPins,
  ...onUnsorted,
  ...ofArticles,
  ...ofGuests,
  ...ofOperator,
  ...ofTime,
  look,
}
