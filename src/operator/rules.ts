export const agentStates = ['all', 'restricted', 'revoked', 'suspended'] as const
export type AgentState = (typeof agentStates)[number]

/** The orders in which the operator can list accounts, largest first. */
export const agentOrders = ['created', 'karma', 'messages', 'today'] as const
export type AgentOrder = (typeof agentOrders)[number]
