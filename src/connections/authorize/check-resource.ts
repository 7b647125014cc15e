import { deny, isSameAddress, type Parameters, resourceOf } from '../rules.ts'

/** RFC 8707. There is only one resource, so it is the default. */
export function checkResource(parameters: Parameters, baseUrl: string): string {
  const own = resourceOf(baseUrl)
  if (!parameters.all('resource').every((asked) => isSameAddress(asked, own)))
    deny('invalid_target', 'resource must be the MCP endpoint of this board.')
  return own
}
