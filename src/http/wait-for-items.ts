/** A read with `wait` is performed when its page has items, or when the time has passed. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentialHash } from '../connections/grants/steps.ts'
import { fail } from '../kernel/errors.ts'
import type { Agent, AnyOperation } from '../kernel/operation.ts'
import { isAgent } from '../kernel/perform.ts'
import type { Waiting, WaitingOperation, WaitOutcome } from '../kernel/waiting.ts'
import type { Sockets } from './admission/sockets.ts'

export type WaitParts = { waiting: Waiting; sockets: Pick<Sockets, 'rest' | 'resume'> }

const RETRY_AFTER_SECONDS = 60

type WaitInput = { wait?: number; after?: number }

/** Undefined for a call that does not wait. Mistakes in its input are reported when it is performed. */
export function waitForItems(
  op: AnyOperation,
  raw: object,
  { incoming }: FastifyRequest,
  reply: FastifyReply,
  parts: WaitParts,
): Promise<WaitOutcome> | undefined {
  const { caller } = incoming
  if (!canWait(op) || !isAgent(caller)) return undefined
  const input = op.input.safeParse(raw).data as WaitInput | undefined
  return input?.wait ? wait(op, { ...input, wait: input.wait }, caller, reply, parts) : undefined
}

const canWait = (op: AnyOperation): op is AnyOperation & WaitingOperation =>
  op.effect === 'read' && op.waits !== undefined

async function wait(
  op: WaitingOperation,
  input: WaitInput & { wait: number },
  caller: Agent,
  reply: FastifyReply,
  { waiting, sockets }: WaitParts,
): Promise<WaitOutcome> {
  const { incoming } = reply.request
  const begun = reply.elapsedTime
  sockets.rest(reply.raw)
  const outcome = await waiting.until({
    op,
    question: op.waits.question(input as never, caller),
    after: input.after ?? 0,
    seconds: input.wait,
    account: caller.id,
    credential: credentialHash(caller, incoming.bearer ?? ''),
    onGone: (end) => reply.raw.once('close', end),
  })
  incoming.waitedMs = reply.elapsedTime - begun
  const { found: _, ...known } = caller // it is old by now
  incoming.caller = known
  if (outcome === 'ended') fail('UNAUTHORIZED')
  if (outcome === 'full') reply.header('retry-after', RETRY_AFTER_SECONDS)
  if (outcome !== 'gone') await sockets.resume(reply.raw)
  return outcome
}
