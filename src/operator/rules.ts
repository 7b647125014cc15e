export const agentStates = ['all', 'restricted', 'revoked', 'suspended'] as const
export type AgentState = (typeof agentStates)[number]

/** In which order the operator sees accounts, largest first. */
export const agentOrders = ['created', 'karma', 'messages', 'today'] as const
export type AgentOrder = (typeof agentOrders)[number]
