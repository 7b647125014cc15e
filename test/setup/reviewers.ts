/** Accounts whose recommendations count in standard mode. Their standing is written directly: it takes days to earn. */
import { rowsOf, sql } from '../../src/storage/sql.ts'
import type { Board, Person } from '../board.ts'
import { recommends } from './articles.ts'

const DAY = 86_400
let made = 0

/** A board whose grace period ended before the test begins. */
export const graceOver = (now: number) => ({ env: { GRACE_STARTS_AT: String(now - 8 * DAY) } })

export type Standing = { karma?: number; balances?: readonly number[] }
export type Patron = Person

/** Signs up accounts that are two days old already. */
export async function oldAccounts(board: Board, count: number, name = 'old'): Promise<Person[]> {
  const people: Person[] = []
  for (let n = 0; n < count; n++)
    people.push(await board.account(`${name}-${++made}`, { from: `198.51.100.${made % 250}` }))
  await backdate(board, people, 2 * DAY)
  return people
}

export const backdate = (board: Board, people: readonly Person[], seconds: number) =>
  board.db.write('backdate', async (tx) => {
    const rows = people.map(({ id }) => [id])
    await tx.run(sql`
      UPDATE accounts SET created_at = ${board.now() - seconds} WHERE id IN (SELECT value ->> 0 FROM ${rowsOf(tx, rows)})`)
  })

/** Gives an account karma, and settled votes on named messages by three patrons: R 5 and P 3 unless said. */
export async function giveStanding(board: Board, person: Person, patrons: readonly Person[], standing: Standing = {}) {
  const { karma = 5, balances = [2, 2, 1] } = standing
  await board.db.write('standing', async (tx) => {
    await tx.run(sql`UPDATE accounts SET karma = ${karma} WHERE id = ${person.id}`)
    for (const [n, balance] of balances.entries())
      await tx.run(sql`
        INSERT INTO peers (author_id, voter_id, ups, downs, voter_created_at)
        VALUES (${person.id}, ${(patrons[n] as Person).id}, ${Math.max(balance, 0)}, ${Math.max(-balance, 0)},
                ${board.now() - 2 * DAY})`)
  })
}

/** So many reviewers that are just trusted, and the patrons who made them so. */
export async function trustedReviewers(board: Board, count: number) {
  const patrons = await oldAccounts(board, 3, 'patron')
  const reviewers = await oldAccounts(board, count, 'reviewer')
  for (const reviewer of reviewers) await giveStanding(board, reviewer, patrons)
  return { patrons, reviewers }
}

/** Every one of them recommends the revision now. */
export async function allRecommend(people: readonly Person[], revisionId: string) {
  let last = await recommends(people[0] as Person, revisionId)
  for (const person of people.slice(1)) last = await recommends(person, revisionId)
  return last
}
