/** What runs when accounts change. `app.ts` passes the list to operations, the command line to the operator's commands. */
import { articleFollower } from '../articles/states/steps.ts'
import type { Followers } from '../kernel/followers.ts'
import { pinningFollower } from '../pins/steps.ts'

export const followersFor = (graceStartsAt: number): Followers => [pinningFollower, articleFollower(graceStartsAt)]
