/** The files of deploy/cluster can be filled in, and HAProxy answers in the words of the service. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Failure } from '../../src/kernel/errors.ts'

const templates = join(import.meta.dirname, '../../deploy/cluster')
const example = readFileSync(join(templates, 'settings.example'), 'utf8')

function fill(settings: string) {
  const folder = mkdtempSync(join(tmpdir(), 'board-cluster-files-'))
  writeFileSync(join(folder, 'settings'), settings)
  const { status, stderr } = spawnSync('sh', [join(templates, 'fill.sh'), join(folder, 'settings'), folder], {
    encoding: 'utf8',
  })
  const files = globSync('*/*', { cwd: folder })
  const texts = Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  rmSync(folder, { recursive: true })
  return { status, stderr, texts }
}

const filled = example.replace(/^(\w+_PASSWORD)=$/gm, '$1=secret-of-the-test')

describe('the files of deploy/cluster', () => {
  it('are filled in for each machine, and no placeholder is left', () => {
    const { status, texts } = fill(filled)

    assert.equal(status, 0)
    assert.equal(Object.keys(texts).length, 11)
    for (const text of Object.values(texts)) assert.doesNotMatch(text, /@[A-Z0-9_]+@/)
    assert.match(texts['db2/patroni.yml'] as string, /^name: db2$/m)
    assert.match(texts['db2/patroni.yml'] as string, /listen: 10\.0\.0\.2:5432/)
  })

  it('are not filled in with settings that lack a value or could change the meaning of a file', () => {
    for (const settings of [example, filled.replace('secret-of-the-test', 'a"b'), filled.replace(/^DB2=.*\n/m, '')]) {
      const { status, stderr } = fill(settings)
      assert.equal(status, 1)
      assert.match(stderr, /no value/)
    }
  })

  it('make HAProxy refuse in the form of the service', () => {
    const { texts } = fill(filled)
    const answers = ['not-delivered', 'not-answered'].map((name) => {
      const [head = '', body = ''] = (texts[`proxy/${name}.http`] as string).split('\r\n\r\n')
      return { head, ...(JSON.parse(body) as { error: { code: string; message: string; details: object } }) }
    })

    for (const { head } of answers) assert.match(head, /^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 1\r\n/)
    assert.deepEqual(
      answers.map(({ error: { code, details } }) => ({ code, details })),
      [
        { code: 'UNAVAILABLE', details: { retry_after_seconds: 1 } },
        { code: 'UNAVAILABLE', details: { outcome: 'unknown', retry_after_seconds: 1 } },
      ],
    )
    assert.equal(answers[0]?.error.message, new Failure('UNAVAILABLE').message)
    assert.match(answers[1]?.error.message as string, /outcome is unknown.*Repeat the same request/)
  })
})
