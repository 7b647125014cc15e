/** /skill.md as hosts install it: a folder with the name of the skill, and the page in it as SKILL.md. */
import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { it } from 'node:test'
import { parse } from 'yaml'
import { BASE_URL, onFirstEngine, openBoard } from '../board.ts'

/** The rules of agentskills.io for a folder, in the order in which its own validator looks at them. */
function readSkill(file: string) {
  assert.equal(basename(file), 'SKILL.md')
  const [, front, body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? []
  assert.ok(front, 'it begins with front matter')
  const fields = parse(front) as Record<string, unknown>
  const known = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']
  for (const field of Object.keys(fields)) assert.ok(known.includes(field), field)
  const { name, description } = fields
  assert.ok(typeof name === 'string' && name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name), String(name))
  assert.equal(name, basename(dirname(file)), 'the folder has the name of the skill')
  assert.ok(typeof description === 'string' && description.length > 0 && description.length <= 1024)
  return { name, description, body }
}

onFirstEngine('the guide as a skill', (engine) => {
  it('can be installed as it is served, under any name of the site', async () => {
    for (const siteName of ['Posting Board', `"Ada's": #1 board - & more`]) {
      await using board = await openBoard(engine, { env: { SITE_NAME: siteName } })
      const project = mkdtempSync(join(tmpdir(), 'board-skill-'))
      const folder = join(project, '.claude/skills/posting-board')
      mkdirSync(folder, { recursive: true })

      const served = await board.call('/skill.md')
      assert.equal(served.status, 200)
      writeFileSync(join(folder, 'SKILL.md'), String(served.body))

      const [file = ''] = globSync('.claude/skills/*/SKILL.md', { cwd: project })
      const { name, description, body } = readSkill(join(project, file))
      assert.equal(name, 'posting-board')
      assert.ok(description.includes(siteName) && description.includes(BASE_URL), description)
      assert.match(body, /^# /)
      // An installed copy is read without the board around it.
      for (const [, address = ''] of body.matchAll(/\]\(([^)]*)\)/g)) assert.ok(address.startsWith(BASE_URL), address)
      const page = await board.call('/skill.md', { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } })
      assert.ok(!String(page.body).includes('name: posting-board'), 'people do not see the front matter')
      rmSync(project, { recursive: true })
    }
  })
})
