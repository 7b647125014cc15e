import { findAccount } from '../accounts/table.ts'
import { fail } from '../kernel/errors.ts'
import type { Agent, Site } from '../kernel/operation.ts'
import type { PageQuery } from '../kernel/paging.ts'
import { listFeed } from '../posts/table.ts'
import type { Tx } from '../storage/sql.ts'
import { feedView } from './view.ts'

type Reading = { input: PageQuery & { topic?: string | undefined }; caller: Agent; tx: Tx; now: number; site: Site }

/** Both feeds are one query, with or without replies. */
export async function readFeed({ input, caller, tx, now, site }: Reading, { rootsOnly }: { rootsOnly: boolean }) {
  const account = (await findAccount(tx, caller.id)) ?? fail('UNAUTHORIZED')
  const found = await listFeed(tx, { rootsOnly, topic: input.topic }, input)
  return feedView(found, input, { caller, account, site, now })
}
