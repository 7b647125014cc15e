/** A registry of the packages that are installed here, so that a test can install without the network. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))

type Locked = { version: string; deprecated?: string }

/** What the registry knows about a package: each version that is installed, and where its archive is. */
function packument(name: string, address: string) {
  const locked = Object.entries(readJson('package-lock.json').packages as Record<string, Locked>)
  const versions = locked
    .filter(([path]) => path.endsWith(`node_modules/${name}`) && existsSync(join(root, path)))
    .map(([path, { version, deprecated }]) => {
      const dist = { tarball: `${address}/archive/${path}` }
      return [version, { ...readJson(path, 'package.json'), deprecated, dist }]
    })
  return { name, 'dist-tags': { latest: versions[0]?.[0] }, versions: Object.fromEntries(versions) }
}

/** npm drops the first folder of each name in an archive, so it may have any name. */
const archiveOf = (path: string) =>
  execFileSync('tar', ['-c', '--use-compress-program=gzip -1', '-f', '-', '--exclude=node_modules', basename(path)], {
    cwd: join(root, dirname(path)),
    maxBuffer: 2 ** 28,
  })

export async function startRegistry() {
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url).slice(1)
    const archive = /^archive\/(.+)/.exec(path)?.[1]
    response.end(archive ? archiveOf(archive) : JSON.stringify(packument(path, address)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, [Symbol.dispose]: () => server.close() }
}
