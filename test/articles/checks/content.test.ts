import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CheckedContent, checkContent } from '../../../src/articles/checks/content.ts'

const none = { hard: [], soft: [] }
const words = { hard: ['flurbish', 'Straße', 'two words'], soft: ['glimmerous', 'glintish'] }
const texts = (...written: string[]): CheckedContent => ({ texts: written, pictures: [] })
const drawing = (text: string): CheckedContent => ({
  texts: ['A drawing'],
  pictures: [`<svg><text>${text}</text></svg>`],
})
const repeat = (text: string, count: number) => Array(count).fill(text).join(' ')
const secret = (prefix: string, length: number) => prefix + 'aB3dE6gH9'.repeat(20).slice(0, length)

const namespaced =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink=\'http://www.w3.org/1999/xlink\'><rect width="1" height="1"/></svg>'

const passing: [string, CheckedContent][] = [
  ['prose', texts('We use API keys, never passwords, and rotate them.')],
  ['20 links', texts(repeat('https://a.example/page', 20))],
  ['20 links with www', texts(repeat('http://www.a.example', 20))],
  [
    '16 drawings with two namespaces each',
    { texts: [repeat('https://a.example', 20)], pictures: Array(16).fill(namespaced) },
  ],
  ['the name of a key file', texts('Put it between BEGIN PUBLIC KEY and END PUBLIC KEY.')],
  ['a public key', texts('-----BEGIN PUBLIC KEY-----\nMIIB')],
  ['a short prefix', texts('sk-short and ghp_short and AKIA1234')],
  ['our prefix alone', texts('Keys begin with brd_ and are long.')],
  ["the key of Amazon's manual", texts('key AKIAIOSFODNN7EXAMPLE')],
  [
    'addresses with placeholders',
    texts('postgres://user:password@db.corp/x, https://me:<token>@git.corp, redis://:xxxxxx@r'),
  ],
  ['addresses of this machine', texts('postgres://board:hunter2hunter2@localhost:5432/board')],
  ['a header with a placeholder', texts('Authorization: Bearer YOUR_ACCESS_TOKEN_GOES_HERE')],
  ['words at the ends of lines', texts('internationalization\nghp_ and abcdefghijklmnopqrstuvwxyz\nAKIA1234')],
  [
    'words at the ends of lines that would be a key together',
    texts('sk-learn2', 'numpy', 'pandas', 'matplotlib', 'jupyterlab', 'scipy'),
  ],
  ['a header whose token is described', texts('authorization: bearer', 'The token that you got, of 43 letters')],
  ['words about a key', texts('-----BEGIN CERTIFICATE-----', 'PRIVATE', 'KEY-----')],
  ['a commit id', texts('See 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12.')],
]
const failing: [string, CheckedContent, RegExp][] = [
  ['one of our keys', texts(`Use ${secret('brd_', 43)} to log in`), /credential/],
  ['an Amazon key', texts('key AKIAIOSFODNN7ABCDEFG'), /credential/],
  ['a key in a drawing', drawing(secret('ghp_', 36)), /credential/],
  [
    'a key whose letters stand apart',
    drawing([...secret('ghp_', 36)].map((c) => `<tspan>${c}</tspan>`).join('')),
    /cred/,
  ],
  ['a key on two texts of a drawing', drawing(secret('ghp_', 36).replace(/.{20}/, '$&</text><text>')), /credential/],
  ['a key with soft hyphens', texts([...secret('ghp_', 36)].join('\u00AD')), /credential/],
  ['a key with a mark of no width', texts(secret('sk_live_', 24).replace(/.{12}/, '$&\u2060')), /credential/],
  [
    'a key in letters of full width',
    texts(secret('ghp_', 36).replace(/[ghp]/g, (c) => `${String.fromCharCode(c.charCodeAt(0) + 0xfee0)}`)),
    /credential/,
  ],
  ['a key on several lines', texts(secret('ghp_', 36).replace(/.{16}/g, '$&\n    ')), /credential/],
  ['a key on lines that go on', texts(secret('AIza', 35).replace(/.{16}/g, '$&\\\n')), /credential/],
  [
    'a key in two texts, before a third one',
    texts('ghp_aB3dE6gH9aB3dE6gH9', 'aB3dE6gH9aB3dE6gH9', 'These are ours.'),
    /cred/,
  ],
  ['a key in two texts, each in prose', texts('The key ghp_aB3dE6gH9aB3dE6gH9', 'aB3dE6gH9aB3dE6gH9 is new.'), /cred/],
  ['a key in two short parts', texts('AKIAIOSFOD', 'NN7ABCDEFG'), /credential/],
  [
    'a key in two texts after a word',
    texts('internationalization', 'ghp_aB3dE6gH9aB3dE6gH9', 'aB3dE6gH9aB3dE6gH9'),
    /cred/,
  ],
  ['a header in two texts', texts('Authorization: Bearer aB3dE6gH9', 'aB3dE6gH9aB3dE6gH9aB3dE6gH9'), /credential/],
  ['an address in two texts', texts('postgres://app:aB3dE6gH9a', 'B3dE@db.corp.net:5432/app'), /credential/],
  ['a key whose end alone is on another line', texts(secret('sk_live_', 24).replace(/.{30}/, '$&\n')), /credential/],
  [
    'a header whose line ends before the token, in a label',
    drawing(`<tspan x="5" dy="1em">Authorization: Bearer</tspan><tspan x="5" dy="1em">${secret('', 40)}</tspan>`),
    /credential/,
  ],
  ['a private key whose first line is broken', texts('-----BEGIN RSA PRIVATE KEY----\n-\nMIIE'), /private key/],
  ['a private key on two texts of a drawing', drawing('-----BEGIN RSA PRI</text><text>VATE KEY-----'), /private key/],
  ['a private key broken at a space', texts('-----BEGIN RSA', 'PRIVATE KEY-----'), /private key/],
  ['a key in the second text', texts('Fine', 'AKIAIOSFODNN7ABCDEFG'), /credential/],
  ['an RSA key', texts('-----BEGIN RSA PRIVATE KEY-----\nMIIE'), /private key/],
  ['an OpenSSH key', texts('-----BEGIN OPENSSH PRIVATE KEY-----'), /private key/],
  ['a PKCS8 key', texts('-----BEGIN PRIVATE KEY-----'), /private key/],
  ['an encrypted key', texts('-----BEGIN ENCRYPTED PRIVATE KEY-----'), /private key/],
  ['a PGP key', texts('-----BEGIN PGP PRIVATE KEY BLOCK-----'), /private key/],
  ['21 links', texts(repeat('https://a.example', 20), 'HTTP://B.EXAMPLE'), /more than 20 links/],
  ['21 bare addresses', texts(repeat('www.a.example', 21)), /more than 20 links/],
  ['21 links in drawings', drawing(repeat('https://a.example', 21)), /more than 20 links/],
]
const blocked: [string, CheckedContent][] = [
  ['as it is', texts('A flurbish day')],
  ['in capitals', texts('FLURBISH')],
  ['with punctuation', texts('"Flurbish!", they said')],
  ['in full-width letters', texts('ｆｌｕｒｂｉｓｈ')],
  ['folded', texts('STRASSE')],
  ['a phrase over two lines', texts('two\nwords')],
  ['a phrase with punctuation', texts('Two: words')],
  ['in a drawing', drawing('flurbish')],
]
const notBlocked: [string, CheckedContent][] = [
  ['a part of a word', texts('flurbishing unflurbish')],
  ['a phrase in two texts', texts('two', 'words')],
  ['a phrase in another order', texts('words two')],
  ['other words', texts('A fine day')],
]

/** By entry of the operator's list: texts that contain it, and texts that do not. */
const entries: [string, string[], string[]][] = [
  ['C#', ['C#', 'I like c#.', '(C#)', 'Ｃ＃', 'C#12'], ['C', 'vitamin C', 'C major', 'C++', 'ABC#', 'C #']],
  ['C++', ['C++', 'C++!', 'c++20', '"C++"'], ['C', 'C+', 'C, and ++', 'C#', 'OC++']],
  ['.NET', ['.NET', 'the .net world', '.NET.'], ['net', 'NET', 'example.net', '.network']],
  ['@handle', ['@handle', 'ask @Handle!', '(@handle)'], ['handle', 'me@handle.example', '@handles']],
  ['$word', ['$word', 'a $WORD'], ['word', 'US$word', '$words']],
  ['AT&T', ['AT&T', 'at&t'], ['AT T', 'att', 'AT & T']],
  ["don't", ["don't", 'Don’t'], ['don t', 'dont']],
  ['foo-bar', ['foo-bar', 'FOO-BAR!'], ['foo bar', 'foobar', 'foo-bars']],
  ['C# sucks', ['C# sucks', 'C#: sucks!', 'C#\nsucks'], ['C sucks', 'C#sucks', 'it sucks: C# sucksy']],
  ['馬 word', ['馬 word', '馬馬 word', '馬, 馬 word'], ['馬の word', 'word 馬']],
  ['café', ['café', 'CAFÉ', 'cafe\u0301'], ['cafe', 'cafés']],
  ['naïve word', ['Naïve, word', 'nai\u0308ve word'], ['naive word']],
  ['馬鹿', ['馬鹿', '彼は馬鹿です', 'あの馬鹿が'], ['馬と鹿', '馬']],
  ['サーバー', ['サーバー', 'このサーバーは'], ['サーバ']],
  ['แย่', ['มันแย่มาก'], ['แย']],
  ['flurbish', ['flurbishです', 'flur\u00ADbish', 'flur\u200Bbish'], ['flurbishé', 'flurbish\u0301']],
  ['🖕', ['🖕', 'take this🖕you', '🖕🏽'], ['👍', '☝️']],
  ['❤️', ['❤️', '❤', 'I❤️it'], ['☝️', '💔']],
]

describe('the check of content', () => {
  for (const [entry, found, other] of entries)
    it(`finds ${entry} as it is written, in prose and in drawings, and nothing else`, () => {
      const list = { hard: [entry], soft: [] }
      const statusOf = (content: CheckedContent) => checkContent(content, list).status
      const inXml = (text: string) => drawing(text.replaceAll('&', '&amp;'))
      for (const text of found)
        assert.deepEqual([statusOf(texts(text)), statusOf(inXml(text))], ['failed', 'failed'], text)
      for (const text of other)
        assert.deepEqual([statusOf(texts(text)), statusOf(inXml(text))], ['passed', 'passed'], text)
    })

  for (const [what, content] of passing)
    it(`passes ${what}`, () =>
      assert.deepEqual(checkContent(content, none), { name: 'content', status: 'passed', reasons: [] }))
  for (const [what, content, reason] of failing)
    it(`fails ${what}, and does not repeat it`, () => {
      const { status, reasons } = checkContent(content, none)
      assert.equal(status, 'failed')
      assert.equal(reasons.length, 1)
      assert.match(reasons[0] as string, reason)
      assert.doesNotMatch(reasons[0] as string, /AKIA|ghp_|aB3dE6|example/)
    })
  for (const [what, content] of blocked)
    it(`fails a hard word ${what}`, () => {
      const { status, reasons } = checkContent(content, words)
      assert.deepEqual(
        [status, reasons],
        ['failed', ['It contains a word that the operator of this board does not publish.']],
      )
    })
  for (const [what, content] of notBlocked)
    it(`passes ${what}`, () => assert.equal(checkContent(content, words).status, 'passed'))

  it('is uncertain about a soft word, and names every failure at once', () => {
    assert.equal(checkContent(texts('glimmerous'), words).status, 'uncertain')
    assert.equal(checkContent(texts('a b'), { hard: ['c'], soft: ['b'] }).status, 'uncertain')
    const all = checkContent(texts('glimmerous flurbish AKIAIOSFODNN7ABCDEFG', repeat('https://a.example', 21)), words)
    assert.equal(all.status, 'failed')
    assert.equal(all.reasons.length, 3)
  })
})
