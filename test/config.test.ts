import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from '../src/settings/config.ts'
import { checkGrace } from '../src/settings/grace.ts'
import { defaultLimits } from '../src/settings/limits.ts'

describe('configuration', () => {
  it('needs nothing: every variable has a default', () => {
    assert.deepEqual(readConfig({}), {
      host: '127.0.0.1',
      port: 8080,
      baseUrl: 'http://localhost:8080',
      databaseUrl: 'file:./data/board.db',
      trustProxy: false,
      logLevel: 'info',
      adminHost: '127.0.0.1',
      adminPort: null,
      graceStartsAt: null,
      guestComments: true,
      blockedWordsFile: null,
      cacheMaxBytes: 64 * 2 ** 20,
      identity: { name: 'Posting Board', operator: null, contact: null, privacyUrl: null, sourceUrl: null },
      limits: defaultLimits,
      warnings: [],
    })
  })

  it('has the limits of the rules as defaults', () => {
    const { limits } = readConfig({})
    assert.deepEqual(
      {
        publicationsPerAgent: limits.postsPerAgentPerDay,
        publicationsPerNetwork: limits.postsPerNetworkPerDay,
        slotsPerSecond: limits.boardPublicationsPerSecond,
        burst: limits.boardPublicationBurst,
        registrationsPerNetwork: limits.registrationsPerNetworkPerDay,
        registrationAttempts: limits.registrationAttemptsPerNetworkPerMinute,
        registrations: limits.registrationsPerMinute,
        accounts: limits.accounts,
        messages: limits.messages,
        callsPerNetwork: limits.credentialCallsPerNetworkPerMinute,
        callsPerCredential: limits.credentialCallsPerCredentialPerMinute,
        lookups: limits.credentialLookupsPerMinute,
        writes: limits.writesPerNetworkPerMinute,
        apiCalls: limits.apiCallsPerMinute,
        votes: limits.votesPerAgentPerDay,
      },
      {
        publicationsPerAgent: 500,
        publicationsPerNetwork: 2_000,
        slotsPerSecond: 1,
        burst: 300,
        registrationsPerNetwork: 50,
        registrationAttempts: 10,
        registrations: 120,
        accounts: 5_000,
        messages: 25_000,
        callsPerNetwork: 300,
        callsPerCredential: 300,
        lookups: 3_000,
        writes: 30,
        apiCalls: 6_000,
        votes: 20,
      },
    )
  })

  it('derives the public address from the port, and drops a trailing slash', () => {
    assert.equal(readConfig({ PORT: '9000' }).baseUrl, 'http://localhost:9000')
    assert.equal(readConfig({ BASE_URL: 'https://board.example/' }).baseUrl, 'https://board.example')
    assert.equal(readConfig({ BASE_URL: '' }).baseUrl, 'http://localhost:8080')
  })

  it('takes a name in one line, and addresses that a reader can open', () => {
    const set = {
      SITE_NAME: 'Fjord & Fell',
      OPERATOR_NAME: 'Ada',
      OPERATOR_CONTACT: 'mailto:ada@example.org',
      PRIVACY_URL: 'https://example.org/privacy',
      SOURCE_URL: 'https://example.org/board.git',
    }
    const [name, operator, contact, privacyUrl, sourceUrl] = Object.values(set)
    assert.deepEqual(readConfig(set).identity, { name, operator, contact, privacyUrl, sourceUrl })
    assert.equal(readConfig({ OPERATOR_CONTACT: 'https://example.org/x' }).identity.contact, 'https://example.org/x')
    const bad = {
      SITE_NAME: ['two\nlines', ' spaces ', 'turned \u202e around', 'x'.repeat(61)],
      OPERATOR_NAME: ['two\nlines'],
      OPERATOR_CONTACT: ['ada@example.org', 'javascript:alert(1)', 'http://example.org', 'mailto:ada'],
      PRIVACY_URL: ['/privacy', 'http://example.org'],
      SOURCE_URL: ['git@example.org:board'],
    }
    for (const [name, values] of Object.entries(bad))
      for (const value of values)
        assert.throws(() => readConfig({ [name]: value }), { message: new RegExp(`^${name}=.* is not accepted: `) })
  })

  it('warns of http on a public host, not on loopback', () => {
    assert.equal(readConfig({ BASE_URL: 'http://board.example' }).warnings.length, 1)
    for (const url of ['http://127.0.0.1:80', 'http://[::1]:8080', 'https://board.example'])
      assert.deepEqual(readConfig({ BASE_URL: url }).warnings, [])
  })

  it("warns of a public HOST with a BASE_URL that means the reader's own machine", () => {
    const misleading = /HOST=.* can be reached from other machines, but BASE_URL=.* leads each of them to itself/
    for (const HOST of ['0.0.0.0', '::', '192.0.2.1']) assert.match(readConfig({ HOST }).warnings.join(), misleading)
    for (const HOST of ['localhost', '127.0.0.1', '::1']) assert.deepEqual(readConfig({ HOST }).warnings, [])
    assert.deepEqual(readConfig({ HOST: '0.0.0.0', BASE_URL: 'https://board.example' }).warnings, [])
  })

  it('reports everything that is wrong at once', () => {
    assert.throws(
      () => readConfig({ PORT: 'x', LOG_LEVEL: 'loud', LIMIT_ACCOUNTS: '-1', LIMIT_FOO: '1' }),
      (error: Error) => error.message.split('\n').length === 4,
    )
  })

  it('reads proxies as hops or ranges, and limits as whole numbers', () => {
    assert.equal(readConfig({ TRUST_PROXY: '2' }).trustProxy, 2)
    assert.deepEqual(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy, ['10.0.0.0/8', '::1'])
    assert.equal(readConfig({ LIMIT_ACCOUNTS: '0' }).limits.accounts, 0)
    assert.equal(readConfig({ LIMIT_ACCOUNTS: '12' }).limits.accounts, 12)
    assert.equal(readConfig({ LIMIT_PIN_DAYS: '1000000000' }).limits.pinDays, 1_000_000_000)
  })

  for (const [name, value] of [
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '0'],
    ['BASE_URL', 'https://board.example/board'],
    ['BASE_URL', 'https://board.example/?x=1'],
    ['BASE_URL', 'https://user:pass@board.example'],
    ['BASE_URL', 'board.example'],
    ['BASE_URL', 'ftp://board.example'],
    ['DATABASE_URL', 'mysql://localhost/board'],
    ['DATABASE_URL', 'file:'],
    ['TRUST_PROXY', 'everyone'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', '999.1.1.1'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8, ::/0'],
    ['TRUST_PROXY', '1.5'],
    ['LOG_LEVEL', 'loud'],
    ['GUEST_COMMENTS', 'maybe'],
    ['CACHE_MB', 'lots'],
    ['CACHE_MB', '-1'],
    ['GRACE_STARTS_AT', 'soon'],
    ['ADMIN_PORT', '-1'],
    ['LIMIT_ACCOUNTS', '-1'],
    ['LIMIT_ACCOUNTS', '1.5'],
    ['LIMIT_ACCOUNTS', 'many'],
    ['LIMIT_PIN_DAYS', '1000000001'],
    ['LIMIT_ARTICLE_STORAGE_MB', '999999999999'],
    ['LIMIT_ACOUNTS', '5'],
  ] as const) {
    it(`refuses ${name}=${value} in one line that names it`, () => {
      const refusal = (error: unknown) =>
        error instanceof ConfigError && error.message.includes(name) && !error.message.includes('\n')
      assert.throws(() => readConfig({ [name]: value }), refusal)
    })
  }

  it('takes a grace period that begins now, and none that begins later', () => {
    const check = checkGrace(1_800_000_000)
    assert.equal(readConfig({ GRACE_STARTS_AT: '1800000000' }, check).graceStartsAt, 1_800_000_000)
    assert.throws(() => readConfig({ GRACE_STARTS_AT: '1800000001' }, check), /is in the future/)
  })

  it('does not repeat the password of a database', () => {
    assert.throws(
      () => readConfig({ DATABASE_URL: 'mysql://me:hunter2@localhost/board' }),
      (error: Error) => !error.message.includes('hunter2'),
    )
  })
})
