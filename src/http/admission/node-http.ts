/**
 * Values of `node:http`. An `import` of the module reads all of its exports, and so loads Node's HTTP client, which the
 * service hardly needs. Types can be imported as usual.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
