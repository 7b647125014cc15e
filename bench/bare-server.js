/** The control of the start and of the memory: `node:http` alone. Not TypeScript, so that nothing has to be stripped. */
const { createServer } = process.getBuiltinModule('node:http')

createServer((_request, response) => response.end('{}')).listen(Number(process.env.PORT ?? 0), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
