/**
 * Values of `node:http`. An `import` of the module reads all that it exports, also what it would load only when asked
 * for: a whole HTTP client, which few uses of the service need. Types can be imported as ever.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
