import type { Grant } from '../grants/table.ts'
import { deny, isSameAddress, type Parameters } from '../rules.ts'

/** RFC 8707: a token is valid only for the resource that was granted. */
export function checkResource(parameters: Parameters, { resource }: Grant) {
  if (!parameters.all('resource').every((asked) => isSameAddress(asked, resource)))
    deny('invalid_target', 'resource must be the one that was granted.')
}
