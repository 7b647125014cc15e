/** Grouped writes of accounts. This module checks their answers, as `perform` checks the answer of a single write. */
import type { Group, Tx } from '../storage/sql.ts'
import { Failure, fail } from './errors.ts'
import { must } from './must.ts'
import { together } from './together.ts'
import type { Unfinished } from './unfinished.ts'

type Credential = { id: string; keyHash?: string }

/** Two callers of one account may have different keys, of which one is no longer valid. */
export const credentialOf = ({ id, keyHash }: Credential) => keyHash ?? id

/** By credential: the callers whose account and key are still active, and whether each is restricted. */
export type Standings = ReadonlyMap<string, boolean>

/** Made by `accountGroup` only, so that every group is checked. */
export type AccountGroup<Item, Answer> = Group<Item, Answer> & { readonly isGuarded: true }

type Members<Item, Answer> = Pick<Group<Item, Answer>, 'rowsOf'> & {
  readStandings(tx: Tx, callers: readonly Credential[]): Promise<Standings>
  /**
   * `run` of a group also gets which accounts are active or restricted, and refuses at the right place in its order of
   * checks.
   */
  run(tx: Tx, items: readonly Item[], standings: Promise<Standings>): Promise<readonly (Answer | Failure)[]>
}

/**
 * A revoked or restricted account may get only a refusal or a replay; else the group is undone and each is done alone.
 */
export const accountGroup = <Item extends { caller: Credential; unfinished: Unfinished }, Answer>({
  readStandings,
  run,
  rowsOf,
}: Members<Item, Answer>): AccountGroup<Item, Answer> => ({
  isGuarded: true,
  rowsOf,
  async run(tx, items) {
    const standings = readStandings(
      tx,
      items.map(({ caller }) => caller),
    )
    const { unfinished } = must(items[0], 'the first of the writes that are done together')
    const [restricted, answers] = await together(standings, run(tx, items, standings), unfinished.look(tx))
    for (const [n, { caller }] of items.entries()) {
      if (answers[n] instanceof Failure) continue
      const isRestricted = restricted.get(credentialOf(caller))
      if (isRestricted === undefined) fail('UNAUTHORIZED')
      if (isRestricted && !isReplay(answers[n])) fail('ACCOUNT_RESTRICTED')
    }
    return answers
  },
})

/** The answer to an exact repeat of an earlier request, which changes nothing. */
export const isReplay = (answer: unknown) =>
  answer instanceof Object && 'replayed' in answer && answer.replayed === true
