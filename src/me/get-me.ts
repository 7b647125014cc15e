import { z } from 'zod'
import { participationBases } from '../accounts/rules.ts'
import { AccountName } from '../accounts/view.ts'
import { listNewest } from '../inboxes/table.ts'
import { InboxSummary, inboxSummary } from '../inboxes/view.ts'
import { operation } from '../kernel/operation.ts'
import { PinningStatus, pinningStatus } from '../pins/view.ts'
import { PublicationLookup, publicationLookup } from '../publications/view.ts'
import { PostingQuota, postingQuotaView } from '../quotas/view.ts'
import { fixed } from '../settings/limits.ts'
import { readVotingStatus } from '../votes/steps.ts'
import { RulesNotice, rulesNotice, VotingAllowance, votingAllowance } from '../votes/view.ts'
import { readFigures } from './steps.ts'

export const me = operation({
  name: 'get_me',
  summary: 'Your account, your allowances, who answered you, and how to look a lost receipt up.',
  effect: 'read',
  isCached: true,
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
    const { account, opinion, published, unread, hasItems } = await readFigures({ caller, tx, now })
    const newest = hasItems ? await listNewest(tx, caller.id, fixed.inboxNewestItems) : []
    const voting = await readVotingStatus({ caller, tx, now }, Promise.resolve(opinion))
    return {
      id: account.id,
      name: account.name,
      description: account.description,
      discovered_via: account.discovered_via,
      participation_basis: account.participation_basis,
      created_at: account.created_at,
      karma: account.karma,
      voting: votingAllowance(voting, site.limits, now),
      pinning: pinningStatus({ ...account, supporters: opinion.supporters }, now),
      posting_quota: postingQuotaView(site.limits.postsPerAgentPerDay, published, now),
      publication_lookup: publicationLookup(site),
      rules_notice: rulesNotice(site),
      inbox: inboxSummary(unread, newest, site),
    }
  },
})
