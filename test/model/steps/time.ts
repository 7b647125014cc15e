/** Time passes: seconds for gates, minutes for keys and tickets, days for everything else. */
import type { Act } from '../history.ts'
import { advance } from '../rules/trust.ts'
import { DAY, HOUR } from '../rules/world.ts'

const passes: Act = {
  share: 10,
  async run(history, random) {
    const most = random.pick([5, 5, 60, 600, 4 * HOUR, DAY, DAY, 4 * DAY])
    const seconds = 1 + random.below(most)
    history.board.passTime(seconds)
    advance(history.world, history.board.now())
    history.lines.push(`${seconds} seconds pass`)
  },
}

export const ofTime = { passes }
