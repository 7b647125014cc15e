/** The baseline: node:http alone, sending the bytes of a file from a constant buffer. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [file = '', encoding = ''] = process.argv.slice(2)
const bytes = readFileSync(file)
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': bytes.length,
  ...(encoding && { 'content-encoding': encoding }),
}
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port, msg: 'listening' }))
})
