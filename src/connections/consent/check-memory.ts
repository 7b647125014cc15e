import { isFull } from '../browsers/rules.ts'
import type { LinkedAccount } from '../link-forms/table.ts'
import { deny } from '../rules.ts'

type MemoryChoice = { agent: string; name: string; remember: boolean }

/** A browser never forgets an agent to make room: the agent has no key, so its owner could not reach it any more. */
export function checkMemory({ agent, name, remember }: MemoryChoice, known: readonly LinkedAccount[]) {
  const isRememberedAlready = known.some((account) => account.name === name)
  if (agent === 'new' && remember && isFull(known) && !isRememberedAlready)
    deny(
      'invalid_request',
      `This browser remembers ${known.length} agents and cannot remember more. Forget one of them at /agents/, or untick “Remember it in this browser”.`,
    )
}
