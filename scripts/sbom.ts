/**
 * What the program is made of, as a bill of materials (CycloneDX), read from the lock file. `npm sbom --omit=dev` is not
 * used: it leaves out every package that a tool of the tests needs too, zod and pg among them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

type Locked = {
  version: string
  license?: string
  integrity?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Component = { type: string; name: string; version: string; purl: string; 'bom-ref': string }

const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const { name, version, license, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** As Node finds a package: in the folder of the one that asks, then in the folders around it. */
function find(wanted: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
    const path = `${folder && `${folder}/`}node_modules/${wanted}`
    if (path in lock.packages) return path
    if (folder === '') return undefined // an optional package of another platform
  }
}

/** Every package that the program needs, by its path, with the paths of those that it needs itself. */
function closure(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const visit = (path: string, needed: Record<string, string>) => {
    if (found.has(path)) return
    const paths = Object.keys(needed).flatMap((wanted) => find(wanted, path) ?? [])
    found.set(path, paths)
    for (const next of paths) {
      const { dependencies, optionalDependencies } = lock.packages[next] as Locked
      visit(next, { ...dependencies, ...optionalDependencies })
    }
  }
  visit('', dependencies)
  return found
}

function component(path: string): Component {
  const { version, license, integrity = '' } = lock.packages[path] as Locked
  const purl = purlOf(nameOf(path), version)
  return {
    type: 'library',
    'bom-ref': purl,
    name: nameOf(path),
    version,
    purl,
    ...(license && { licenses: [/ (OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }] }),
    ...(integrity && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    }),
  }
}

/** Of the executable: Node, and the two libraries in it that are most often in the news. */
const ofNode = (['node', 'openssl', 'sqlite'] as const).map((name): Component => {
  const version = process.versions[name] ?? ''
  const purl = `pkg:generic/${name}@${version}`
  return { type: name === 'node' ? 'platform' : 'library', 'bom-ref': purl, name, version, purl }
})

export function billOfMaterials(of: 'package' | 'executable') {
  const needs = closure()
  const self = purlOf(name, version)
  const ref = (path: string) => (path === '' ? self : component(path)['bom-ref'])
  // The same version can be installed at several places.
  const places = Map.groupBy(needs.keys(), ref)
  const inside = of === 'executable' ? ofNode : []
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': self,
        name,
        version,
        purl: self,
        licenses: [{ license: { id: license } }],
      },
    },
    components: [...inside, ...[...places.values()].flatMap(([path]) => (path ? component(path) : []))],
    dependencies: [...places].map(([one, paths]) => ({
      ref: one,
      dependsOn: [
        ...(one === self ? inside.map((part) => part['bom-ref']) : []),
        ...new Set(paths.flatMap((path) => needs.get(path) ?? []).map(ref)),
      ],
    })),
  }
}
