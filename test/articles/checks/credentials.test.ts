import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { holdsForeignCredential, knownByRules } from '../../../src/articles/checks/credentials.ts'
import { englishSamples, type Sample } from './language-samples.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const hex = '0123456789abcdef'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const digits = '0123456789'

/** The same characters in every run, and with no order that anybody would type. */
function random(length: number, alphabet = letters + digits): string {
  let state = length
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return alphabet[Math.floor(state / 2 ** 8) % alphabet.length]
  }
  return Array.from({ length }, next).join('')
}

/** Made up, in the forms that the services give theirs. Joined from parts, so that nobody's scanner takes one for real. */
const credentials: Record<string, string> = {
  'JSON Web Token': ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', `eyJzdWIi${random(60)}`, random(43)].join('.'),
  'bearer header': `Authorization: Bearer ${random(40)}`,
  'basic header': `authorization: "Basic dXNlcjpodW50ZXIyaHVudGVyMg=="`,
  'address with a password': `https://admin:${random(12)}@db.corp.net/x`,
  'PostgreSQL address': `postgres://app:${random(14)}@db.corp.net:5432/app`,
  'address with a password that contains the word': 'postgres://app:S3cr3tPassw0rdX9@db.corp.net:5432/app',
  'MongoDB address': `mongodb+srv://app:${random(14)}@cluster0.abcde.mongodb.net/app`,
  'Redis address': `redis://:${random(14)}@cache.corp.net:6379/0`,
  'AWS access key': `AKIA${random(16, capitals)}`,
  'AWS secret key': `aws_secret_access_key = ${random(40)}`,
  'Azure storage key': `AccountName=acct;AccountKey=${random(86)}==;EndpointSuffix=core.windows.net`,
  'Azure client secret': `${random(3)}8Q~${random(34)}`,
  'Azure signature': `https://acct.blob.core.windows.net/c?sv=2022-11-02&sp=rl&sig=${random(43)}%3D`,
  'Slack webhook': `https://hooks.slack.com/services/T${random(10, capitals)}/B${random(10, capitals)}/${random(24)}`,
  'Slack bot': ['xoxb', random(12, digits), random(13, digits), random(24)].join('-'),
  'Discord webhook': `https://discord.com/api/webhooks/${random(18, digits)}/${random(68)}`,
  PyPI: `pypi-AgEIcHlwaS5vcmc${random(120)}`,
  'Hugging Face': `hf_${random(34, letters)}`,
  SendGrid: `SG.${random(22)}.${random(43)}`,
  'SendGrid, with hyphens': `SG.${random(21)}-.-${random(20)}-${random(20)}-`,
  'Telegram, with a hyphen at its end': `${random(10, digits)}:AA${random(32)}-`,
  'Google, with a hyphen at its end': `AIza${random(34)}-`,
  'Google client secret, with a hyphen at its end': `GOCSPX-${random(27)}-`,
  'GitLab, with hyphens': `glpat--${random(18)}-`,
  'OpenAI, with hyphens': `sk-proj--${random(72)}-T3BlbkFJ-${random(72)}-`,
  'Figma, with hyphens': `figd_-${random(38)}-`,
  Telegram: `${random(10, digits)}:AA${random(33)}`,
  Vault: `hvs.${random(95)}`,
  'Vault, root': `hvs.${random(24)}`,
  'Vault, before 1.10': `s.${random(24)}`,
  GitHub: `ghp_${random(36)}`,
  'GitHub, fine-grained': `github_pat_${random(22)}_${random(59)}`,
  GitLab: `glpat-${random(20)}`,
  OpenAI: `sk-proj-${random(74)}T3BlbkFJ${random(74)}`,
  'OpenAI, earlier': `sk-${random(48)}`,
  Anthropic: `sk-ant-api03-${random(93)}AA`,
  Google: `AIza${random(35)}`,
  Stripe: `sk_live_${random(24)}`,
  npm: `npm_${random(36)}`,
  Twilio: `SK${random(32, hex)}`,
  Mailgun: `key-${random(32, hex)}`,
  DigitalOcean: `dop_v1_${random(64, hex)}`,
  Linear: `lin_api_${random(40)}`,
  Shopify: `shpat_${random(32, hex)}`,
  age: `AGE-SECRET-KEY-1${random(58, capitals)}`,
}

function manuals(): Sample[] {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  return Object.keys({ ...dependencies, ...devDependencies }).flatMap((from) =>
    globSync(`node_modules/${from}/README.md`).map((file) => ({ from, text: readFileSync(file, 'utf8') })),
  )
}

describe('credentials of other services', () => {
  for (const [what, credential] of Object.entries(credentials))
    it(`are found as ${what}`, () => {
      assert.equal(holdsForeignCredential(`Call it like this:\n\n${credential}\n\nThat is all.`), true)
      assert.equal(holdsForeignCredential(`secretlint-disable\n${credential}`), true, 'although a comment forbids it')
    })

  it('are found after a beginning that comes to nothing', () => {
    const token = credentials['JSON Web Token']
    assert.ok(holdsForeignCredential(`${'eyJ-'.repeat(200)}${token}`))
    assert.ok(holdsForeignCredential(`token-${token}`))
  })

  it('are found neither in English prose nor in the manuals of our dependencies, with their code', () => {
    const found = [...englishSamples(), ...manuals()].filter(({ text }) => holdsForeignCredential(text))

    assert.deepEqual(
      found.map(({ from }) => from),
      [],
    )
  })

  it('of Vault before 1.10 are found in text and code, and neither names nor hashes are taken for them', () => {
    const token = `s.${random(24)}`
    for (const text of [`VAULT_TOKEN=${token}`, `"client_token": "${token}"`, `We used ${token}.`])
      assert.equal(holdsForeignCredential(text), true, text)
    for (const text of [
      's.someVeryLongMethodNameAb',
      's.someVeryLongMethodNameAbcdef',
      's.readUInt32LittleEndianAt()',
      's.utf8DecodeWithoutBOMFail()',
      's.GS1couponStartDateBadDay',
      's.507f1f77bcf86cd799439011',
      's.SHA256WITHRSAENCRYPTION1',
      `S.${random(24)}`,
      `this.${random(24)}`,
      `s.${random(25)}`,
      `s.${random(12)}_${random(11)}`,
    ])
      assert.equal(holdsForeignCredential(text), false, text)
  })

  it('have each a name on the page for authors', () => {
    const ids = rules.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''))
    const looked = ids.filter((id) => id !== 'filter-comments' && id !== 'privatekey')
    assert.deepEqual(Object.keys(knownByRules).toSorted(), looked.toSorted())
  })
})
