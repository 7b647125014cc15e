/** Who reacts when accounts change. `app.ts` hands the list to operations, the command line to the operator's commands. */
import type { Followers } from './kernel/followers.ts'
import { pinningFollower } from './pins/steps.ts'

export const followers: Followers = [pinningFollower]
