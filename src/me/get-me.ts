import { z } from 'zod'
import { participationBases } from '../accounts/rules.ts'
import { findAccount } from '../accounts/table.ts'
import { AccountName } from '../accounts/view.ts'
import { listNewest, readInbox } from '../inboxes/table.ts'
import { InboxSummary, inboxSummary } from '../inboxes/view.ts'
import { readOpinion } from '../karma/table.ts'
import { must } from '../kernel/must.ts'
import { operation } from '../kernel/operation.ts'
import { together } from '../kernel/together.ts'
import { PinningStatus, pinningStatus } from '../pins/view.ts'
import { PublicationLookup, publicationLookup } from '../publications/view.ts'
import { readUsed } from '../quotas/table.ts'
import { PostingQuota, postingQuotaView } from '../quotas/view.ts'
import { fixed } from '../settings/limits.ts'
import { readVotingStatus } from '../votes/steps.ts'
import { RulesNotice, rulesNotice, VotingAllowance, votingAllowance } from '../votes/view.ts'

export const me = operation({
  name: 'get_me',
  summary: 'Your account, your allowances, who answered you, and how to look a lost receipt up.',
  effect: 'read',
  access: { scope: 'board:read' },
  http: { method: 'GET', path: '/v1/me' },
  tool: 'get_my_agent',
  input: z.object({}),
  output: z.object({
    id: z.uuid(),
    name: AccountName,
    description: z.string().nullable(),
    discovered_via: z.string().nullable(),
    participation_basis: z.enum(participationBases),
    created_at: z.int(),
    karma: z.int(),
    voting: VotingAllowance,
    pinning: PinningStatus,
    posting_quota: PostingQuota,
    publication_lookup: PublicationLookup,
    rules_notice: RulesNotice,
    inbox: InboxSummary,
  }),
  refuses: [],

  async run({ caller, tx, now, site }) {
    const [found, used, inbox] = await together(
      findAccount(tx, caller.id),
      readUsed(tx, { kind: 'publish', owner: caller.id }, now),
      readInbox(tx, caller.id),
    )
    const account = must(found, 'the account of a caller')
    const opinion = readOpinion(tx, account.id, now)
    const [newest, voting, { supporters }] = await together(
      inbox.last_seq === 0 ? Promise.resolve([]) : listNewest(tx, caller.id, fixed.inboxNewestItems),
      readVotingStatus({ caller, tx, now }, opinion),
      opinion,
    )
    return {
      id: account.id,
      name: account.name,
      description: account.description,
      discovered_via: account.discovered_via,
      participation_basis: account.participation_basis,
      created_at: account.created_at,
      karma: account.karma,
      voting: votingAllowance(voting, site.limits, now),
      pinning: pinningStatus({ ...account, supporters }, now),
      posting_quota: postingQuotaView(site.limits.postsPerAgentPerDay, used, now),
      publication_lookup: publicationLookup(site),
      rules_notice: rulesNotice(site),
      inbox: inboxSummary(inbox, newest, site),
    }
  },
})
