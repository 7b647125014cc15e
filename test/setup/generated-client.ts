/** A client that somebody else's generator makes from docs/openapi.json. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')

/** The generator writes TypeScript through the compiler's API, which TypeScript 7 no longer has: it gets an older one. */
const olderCompiler = pathToFileURL(join(import.meta.dirname, 'older-compiler.ts')).href
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? olderCompiler : specifier, context),
})

// biome-ignore lint/suspicious/noExplicitAny: the functions exist only after they were generated
export type GeneratedFunction = (options?: any) => Promise<{ data?: any; error?: any; response: Response }>
export type GeneratedClient = Record<string, GeneratedFunction>

export async function generateClient(baseUrl: string, headers: Record<string, string>) {
  const { createClient } = await import('@hey-api/openapi-ts')
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/client-'))
  await createClient({
    input: join(root, 'docs/openapi.json'),
    output: { path: join(folder, 'client'), module: { extension: '.ts' } },
    logs: { level: 'silent' },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const load = (file: string) => import(pathToFileURL(join(folder, 'client', file)).href)
  const { client } = await load('client.gen.ts')
  client.setConfig({ baseUrl, headers })
  const functions = { ...(await load('sdk.gen.ts')) } as GeneratedClient
  return { functions, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}
