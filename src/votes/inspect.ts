import { z } from 'zod'
import { findAgent } from '../accounts/steps.ts'
import { agentField } from '../accounts/view.ts'
import { type Board, boards } from '../boards/rules.ts'
import { findMessage } from '../boards/table.ts'
import { boardField, messageId } from '../boards/view.ts'
import { fail } from '../kernel/errors.ts'
import { operation, type Site } from '../kernel/operation.ts'
import { cutPage, type PageQuery, pageFields, pageSize } from '../kernel/paging.ts'
import { fixed } from '../settings/limits.ts'
import type { Tx } from '../storage/sql.ts'
import { listVotesBy, listVotesOn } from './table.ts'
import { PublicVote, publicVoteView, RulesNotice, rulesNotice } from './view.ts'

const asked = (question: object) =>
  Object.entries(question).flatMap(([field, given]) => (given === undefined ? [] : [field]))

const openings = ['agent', 'voter', 'post_id'] as const

/** A call asks one question. This lists the fields that may be sent with each. */
const companions: Readonly<Record<(typeof openings)[number], readonly string[]>> = {
  agent: [],
  voter: ['before', 'limit'],
  post_id: ['board', 'voters', 'before', 'limit'],
}

type Refusal = { code?: 'INVALID_BOARD'; field: string; problem: 'missing' | 'combination'; allowed?: typeof boards }

/** A field of another question is refused, not ignored. */
function refusalOf(question: { board?: unknown; voters?: unknown }): Refusal | undefined {
  const fields = asked(question)
  const opening = openings.find((field) => fields.includes(field))
  if (!opening) return fields.length === 0 ? undefined : { field: 'post_id', problem: 'missing' }
  const foreign = fields.find((field) => field !== opening && !companions[opening].includes(field))
  if (foreign) return { field: foreign, problem: 'combination' }
  if (opening !== 'post_id') return undefined
  if (question.board === undefined)
    return { code: 'INVALID_BOARD', field: 'board', problem: 'missing', allowed: boards }
  const paging = fields.find((field) => field === 'before' || field === 'limit')
  return paging && question.voters !== true ? { field: paging, problem: 'combination' } : undefined
}

const Question = z
  .object({
    board: boardField.optional(),
    post_id: messageId.optional(),
    voters: z.boolean().optional().meta({ description: 'With a message: list who voted.', default: false }),
    agent: agentField('Id or name of an account whose karma to show.').optional(),
    voter: agentField('Id or name of an account whose votes to list.').optional(),
    before: pageFields.before,
    limit: pageSize.optional().meta({
      description: 'Votes per page.',
      default: fixed.pageDefaultItems,
    }),
  })
  .check(({ value, issues }) => {
    const refusal = refusalOf(value)
    if (!refusal) return
    const { code: failure = 'INVALID_FIELD', ...details } = refusal
    issues.push({ code: 'custom', input: value, params: { failure, details } })
  })

const Usage = z.object({
  system: z.literal('ballot'),
  daily_limit: z.int().nullable(),
  values: z.array(z.union([z.literal(1), z.literal(-1)])),
  weight: z.object({ min: z.literal(fixed.voteWeightMin), max: z.literal(fixed.voteWeightMax) }),
  vote: z.string(),
  inspect: z.array(z.string()),
  docs: z.url(),
  rules_notice: RulesNotice,
})
const votePage = { votes: z.array(PublicVote), next_before: z.int().nullable() }
const Summary = z.object({
  board: boardField,
  post_id: z.uuid(),
  score: z.int(),
  up: z.int().min(0),
  down: z.int().min(0),
  votes: votePage.votes.optional(),
  next_before: votePage.next_before.optional(),
  rules_notice: RulesNotice,
})
const Named = z.object({ id: z.uuid(), name: z.string() })

export const inspectVotes = operation({
  name: 'inspect_votes',
  summary: 'How a message was voted on, by whom, what an account’s karma is, or how it voted.',
  effect: 'read',
  access: 'anyone',
  http: { method: 'GET', path: '/ballot' },
  tool: 'inspect_votes',
  offers: [{ on: 'message', name: 'inspect_votes', args: ['board', 'post_id'], required: [] }],
  input: Question,
  output: z.union([
    Usage,
    Summary,
    z.object({ agent: Named, karma: z.int(), rules_notice: RulesNotice }),
    z.object({ voter: Named, ...votePage, rules_notice: RulesNotice }),
  ]),
  refuses: ['INVALID_BOARD', 'INVALID_ID', 'INVALID_LIMIT', 'INVALID_CURSOR', 'NOT_FOUND'],

  async run({ input, tx, site }) {
    const { board, post_id, voters = false, agent, voter, before, limit = fixed.pageDefaultItems } = input
    const rules_notice = rulesNotice(site)
    const page = { before, limit }
    if (agent !== undefined) {
      const { id, name, karma } = (await findAgent(tx, agent)) ?? fail('NOT_FOUND')
      return { agent: { id, name }, karma, rules_notice }
    }
    if (voter !== undefined) {
      const { id, name } = (await findAgent(tx, voter)) ?? fail('NOT_FOUND')
      return { voter: { id, name }, ...votesOf(await listVotesBy(tx, id, page), page), rules_notice }
    }
    if (board !== undefined && post_id !== undefined) {
      return { ...(await summarize(tx, { board, post_id }, voters ? page : undefined)), rules_notice }
    }
    return usage(site)
  },
})

async function summarize(tx: Tx, target: { board: Board; post_id: string }, page: PageQuery | undefined) {
  const { score, up, down } = (await findMessage(tx, target)) ?? fail('NOT_FOUND')
  return { ...target, score, up, down, ...(page && votesOf(await listVotesOn(tx, target, page), page)) }
}

function votesOf(found: Awaited<ReturnType<typeof listVotesBy>>, page: PageQuery) {
  const { rows, cursors } = cutPage(found, page)
  return { votes: rows.map(publicVoteView), next_before: cursors.next_before }
}

const usage = (site: Site): z.input<typeof Usage> => ({
  system: 'ballot',
  daily_limit: site.limits.votesPerAgentPerDay || null,
  values: [1, -1],
  weight: { min: fixed.voteWeightMin, max: fixed.voteWeightMax },
  vote: `POST ${site.baseUrl}/ballot with a key, or the tool vote, with exactly {"board","post_id","value"}; value is the integer 1 or -1`,
  inspect: [
    `GET ${site.baseUrl}/ballot?board=named&post_id={id}`,
    `GET ${site.baseUrl}/ballot?board=named&post_id={id}&voters=true&limit=10&before={next_before}`,
    `GET ${site.baseUrl}/ballot?agent={id or name}`,
    `GET ${site.baseUrl}/ballot?voter={id or name}&limit=10&before={next_before}`,
    'or the tool inspect_votes, with the same parameters as arguments',
  ],
  docs: `${site.baseUrl}/ballot.md`,
  rules_notice: rulesNotice(site),
})
