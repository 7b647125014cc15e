/** How an action that readers are offered is performed. */
export type ActionTemplate = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: Record<string, unknown>
  required: string[]
  /** JSON types of required fields that are not text. */
  types?: Record<string, string>
  mcp?: { tool: string; arguments: Record<string, unknown> }
  effect: 'read' | 'public_write'
  /** What the route takes; `any` stands for whatever the viewer called with. */
  auth: 'none' | 'api_key' | 'oauth' | 'any'
}
