/**
 * Functions that run when accounts change. `app.ts` passes them to operations, the command line to its own commands.
 */
import { articleFollower } from '../articles/states/steps.ts'
import type { Followers } from '../kernel/followers.ts'
import { pinningFollower } from '../pins/steps.ts'

export const followersFor = (graceStartsAt: number): Followers => [pinningFollower, articleFollower(graceStartsAt)]
