/**
 * The language check, held against text that other people wrote; docs/decisions/0015-english-detection.md has the
 * figures.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkLanguage } from '../../../src/articles/checks/language.ts'
import type { CheckStatus } from '../../../src/articles/checks/result.ts'
import {
  declarationsInOtherLanguages,
  englishSamples,
  type Sample,
  spread,
  technicalTextInOtherLanguages,
} from './language-samples.ts'

const statusOf = (own: string, quoted = '') => checkLanguage({ own, quoted }).status
const withStatus = (samples: Sample[], status: CheckStatus) => samples.filter(({ text }) => statusOf(text) === status)
const languageOf = ({ from }: Sample) => from.split(',')[0]!

const english = englishSamples()
const declarations = declarationsInOtherLanguages()
const technical = technicalTextInOtherLanguages()

/** Languages with many writers, and those nearest to English that the detector knows. */
const widelyWritten =
  `arb ben bul cat ces cmn_hans dan deu_1996 ell_monotonic est eus fin fra guj heb hin hrv hun hye ind isl ita jpn
  kan kat kor lit lav mal mar nld nob pan pes_1 pol por_BR ron_2006 rus slk slv spa srp_cyrl swe tam tel tgl tha tur ukr urd vie`.split(
    /\s+/,
  )
const inWidelyWritten = declarations.filter((sample) => widelyWritten.includes(languageOf(sample)))

/** So much of a text, in whole words where it has them. */
const first = (text: string, bytes: number) =>
  Buffer.from(text.replaceAll('\n', ' '))
    .subarray(0, bytes)
    .toString()
    .replace(/\uFFFD/g, '')

/** Twenty paragraphs of equal size, some of them in the other language. */
const mixed = (other: string, count: number) =>
  spread(
    english.filter(({ from }) => from === 'novel, short' || from.startsWith('fastify')),
    20,
  )
    .map(({ text }, n) => first((n * 7) % 20 < count ? other : text, 150))
    .join('\n')

describe('the language check on English', () => {
  it('is tried with short and long samples, in British and American spelling', () => {
    const sentences = (text: string) => text.split(/[.!?]["']?\s/).length
    assert.ok(english.length >= 200)
    assert.ok(english.filter(({ text }) => sentences(text) <= 3).length >= 100)
    assert.ok(english.filter(({ text }) => sentences(text) >= 300).length >= 5)
    assert.ok(english.filter(({ text }) => /colour|behaviour|favour|honour|recognis|organis/i.test(text)).length >= 5)
    assert.ok(
      english.filter(({ text }) => /\bcolor\b|behavior|favor\b|honor\b|recogniz|organiz/i.test(text)).length >= 5,
    )
  })

  it('refuses at most one sample in a hundred, and asks for a review of at most one more', () => {
    const failed = withStatus(english, 'failed')
    const uncertain = withStatus(english, 'uncertain')
    assert.ok(failed.length <= english.length / 100, `refused: ${failed.map(({ text }) => text).join('\n\n')}`)
    assert.ok(uncertain.length <= english.length / 100, `uncertain: ${uncertain.map(({ text }) => text).join('\n\n')}`)
  })
})

describe('the language check on other languages', () => {
  it('passes none, except three that share most words with English', () => {
    const languages = new Set(declarations.map(languageOf))
    assert.ok(languages.size >= 400 && declarations.length >= 1_000)

    const passed = new Set(withStatus(declarations, 'passed').map(languageOf))
    assert.deepEqual([...passed], ['bis', 'pcm', 'sco']) // Bislama, Nigerian Pidgin and Scots
  })

  it('refuses widely used languages without a review', () => {
    assert.equal(new Set(inWidelyWritten.map(languageOf)).size, widelyWritten.length)
    assert.ok(withStatus(inWidelyWritten, 'failed').length >= 0.98 * inWidelyWritten.length)
  })

  it('refuses technical text that is full of English terms', () => {
    assert.ok(technical.length >= 200)
    assert.equal(withStatus(technical, 'passed').length, 0)
    assert.ok(withStatus(technical, 'failed').length >= 0.98 * technical.length)
  })
})

describe('the language check on a mixture', () => {
  const others = spread(
    inWidelyWritten.filter(({ from }) => from.endsWith('long')),
    40,
  )
  const statuses = (count: number) => new Set(others.map(({ text }) => statusOf(mixed(text, count))))

  it('passes English with a few quotations', () => assert.deepEqual(statuses(2), new Set(['passed'])))
  it('does not pass what is half in another language', () => assert.ok(!statuses(10).has('passed')))
  it('refuses another language with a few English paragraphs', () =>
    assert.deepEqual(statuses(17), new Set(['failed'])))
})

const latin =
  'Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani, tertiam qui ipsorum lingua Celtae, nostra Galli appellantur.'
const cases: [why: string, status: CheckStatus, text: string][] = [
  ['nothing', 'passed', ''],
  ['too little to tell', 'passed', 'Danke schön!'],
  [
    'no prose at all',
    'passed',
    'https://example.org/a/b?c=d `npm install` src/main.ts --port=8080 🎉🎉 2026-11-15 12:00:00 x_y fooBar',
  ],
  ['capitals', 'passed', 'ALL HUMAN BEINGS ARE BORN FREE AND EQUAL IN DIGNITY AND RIGHTS.'],
  [
    'names of many countries',
    'passed',
    'Søren Kierkegaard and José García met Wojciech Szczęsny and Nguyễn Văn An, who had been waiting for them at the station since noon.',
  ],
  [
    'an English sentence about a foreign word',
    'passed',
    'The Japanese word 木漏れ日 means the sunlight that is filtered through the leaves of the trees.',
  ],
  ['one sentence of German', 'failed', 'Alle Menschen sind frei und gleich an Würde und Rechten geboren.'],
  [
    'Chinese with digits and terms',
    'failed',
    '从 2026 年开始，我们用 TypeScript 和 Node.js 26 写服务，部署在两台服务器上，每天处理100万个请求。',
  ],
  ['a script that the detector does not know', 'failed', 'ᏂᎦᏓ ᎠᏂᏴᏫ ᏂᎨᎫᏓᎸᎾ ᎠᎴ ᎤᏂᏠᏱ ᎤᎾᏕᎿ ᏚᏳᎧᏛ ᎨᏒᎢ. ᎨᏥᏁᎳ ᎤᎾᏓᏅᏖᏗ ᎠᎴ ᎤᏃᏟᏍᏗ'],
  [
    'random letters',
    'uncertain',
    'xqzv wpltk fjrwq zzxcv bnmpo qwert yuipk lkjhg fdsap mnbvc xzasd qwrty plmok nijbu hvygc',
  ],
  ['a language that the detector does not know', 'uncertain', latin],
]

const sentences = {
  English: 'We measured how the queue behaves under load and the newest readers were happy with it all day long',
  German: 'Handle nur nach derjenigen Maxime durch die du zugleich wollen kannst dass sie ein allgemeines Gesetz werde',
  French: 'Tous les hommes naissent libres et ils sont doues de raison et ils doivent agir les uns envers les autres',
}
/** A line that is judged as one passage of this length: with the space after it. */
const inBytes = (bytes: number, language: keyof typeof sentences) => {
  const line = sentences[language].slice(0, bytes - 1)
  assert.ok(line.length === bytes - 1 && line === line.trim())
  return line
}

const german =
  'Handle nur nach derjenigen Maxime, durch die du zugleich wollen kannst, dass sie ein allgemeines Gesetz werde.'
const aboutKant = (quotation: string) =>
  `Kant asked what an agent owes to others, and his answer still shapes how we write rules. ${quotation} The sentence is harder than it looks, because a maxim is not a rule and a law is not a wish. An agent that tests its own maxims will refuse some requests.`

/** English that detectors take for something else, because of words that are not the author's. */
const heldBack: Record<string, string> = {
  'names from all over Europe':
    'Contributors to this release: Łukasz Nowak, Søren Kjærgaard, Jürgen Müller, Françoise Lefèvre, Giovanni Rossi, Katarína Horváthová, Bjørn Håkonsen, Zoë van der Berg, Miguel Ángel Fernández, Ilse Schröder, Matúš Kováč, Anaïs Dupont.',
  'names, one a line':
    'Thanks to\nŁukasz Nowak\nSøren Kjærgaard\nJürgen Müller\nFrançoise Lefèvre\nGiovanni Rossi\nKatarína Horváthová\nBjørn Håkonsen',
  'names, one a line, between a title and a sentence':
    'A note about the week\nJürgen Müller\nFrançois Lefèvre\nSøren Kierkegaard\nŁukasz Wójcik\nJosé García\nGiulia Bianchi\nZoë van den Berg\nThese are the people who came to the meeting of the European group last week.',
  'a German quotation': aboutKant(`"${german}"`),
  'a German quotation in German marks': aboutKant(`„${german}“`),
  'a French proverb':
    "As the French say, plus ça change, plus c'est la même chose, and our deploys prove it every week.",
  'a French proverb in quotation marks':
    'My grandmother used to say «petit à petit, l’oiseau fait son nid», and she was right about refactoring.',
  'a German quotation in single marks':
    'We measured how the queue behaves under load, and the newest readers were happy with it. He said ‘das ist doch alles gar nicht so schlimm wie es aussieht’ and left.',
  'a commit log':
    'fix: handle empty body in parser\nfeat(api): add cursor to feed\nchore: bump deps\nrefactor: extract quota table\ntest: cover replay after deletion\ndocs: explain retry-after\nfix(mcp): send 405 on GET',
  'a log of merges':
    'a1b2c3d Merge branch main into release\n9f8e7d6 Bump lodash from 4.17.20 to 4.17.21\n1234abc Revert "Add eager loading"\n55aa11b Fix typo in README\n77bb22c Drop Node 18 support',
}

describe('the language check', () => {
  for (const [what, text] of Object.entries(heldBack))
    it(`does not hold ${what} against the author`, () => assert.equal(statusOf(text), 'passed'))

  it('leaves quotations out while they are the smaller part, and only then', () => {
    const own =
      'Kant asked what an agent owes to others, and we asked our agents. This is what they had to say about it.'
    assert.equal(statusOf(own, german.slice(0, 80)), 'passed')
    assert.equal(statusOf(own, german.repeat(9)), 'failed')
    assert.equal(statusOf(`"${german}"`), 'failed')
    assert.equal(statusOf('', german), 'failed')
  })

  for (const [why, status, text] of cases) it(`${status}: ${why}`, () => assert.equal(statusOf(text), status))

  it('passes from four fifths of English on, and fails below two fifths, to the byte', () => {
    const [english, german, more] = [inBytes(81, 'English'), inBytes(81, 'German'), inBytes(82, 'German')]
    const statusOfLines = (...lines: string[]) => statusOf(lines.join('\n'))
    assert.equal(statusOfLines(english, english, english, english, german), 'passed')
    assert.equal(statusOfLines(english, english, english, english, more), 'uncertain')
    const { reasons } = checkLanguage({ own: [english, english, german].join('\n') })
    assert.match(reasons.join(), /^Part of the prose reads as German: /)
    assert.equal(statusOfLines(english, english, german, german, german), 'uncertain')
    assert.equal(statusOfLines(english, english, german, german, more), 'failed')
  })

  it('judges quotations only if they are longer than the other text', () => {
    const own = inBytes(90, 'English')
    assert.equal(statusOf(own, inBytes(90, 'German')), 'passed')
    assert.notEqual(statusOf(own, inBytes(91, 'German')), 'passed')
  })

  it('leaves lines out in which seven of ten words are names', () => {
    const names = 'Jürgen Müller Ilse Schröder Günther Weiß'
    assert.equal(statusOf(`${names} Ulrike und dann noch`), 'passed')
    assert.notEqual(statusOf(`${names} gestern und dann noch`), 'passed')
  })

  it('judges prose from sixty bytes on', () => {
    assert.equal(statusOf(inBytes(59, 'German')), 'passed')
    assert.equal(statusOf(inBytes(60, 'German')), 'failed')
    assert.equal(statusOf(`${inBytes(29, 'German')}\n${inBytes(31, 'German')}`), 'failed')
  })

  it('judges quotation marks in a text if they hold more than half of it', () => {
    const own = inBytes(81, 'English')
    assert.equal(statusOf(`${own} "${inBytes(82, 'German')}"`), 'passed')
    assert.equal(statusOf(`${own} "${inBytes(83, 'German')}"`), 'uncertain')
  })

  it('refuses another script if more than half of the letters are of it', () => {
    const mixed = (latin: number) => `${'ᏂᎦᏓᎠᏂᏴᏫᏂᎨᎫ'.repeat(2)} ${'xqzvwpltkfjrwqzzxcvb'.slice(0, latin)}`
    assert.deepEqual(
      [8, 14, 19, 20].map((latin) => statusOf(mixed(latin))),
      ['failed', 'failed', 'failed', 'uncertain'],
    )
  })

  it('judges a hundred passages of a long text, spread evenly over it', () => {
    const withGerman = (at: number) =>
      statusOf(Array.from({ length: 150 }, (_, n) => inBytes(81, n % 3 === at ? 'German' : 'English')).join('\n'))
    assert.deepEqual([0, 1, 2].map(withGerman), ['uncertain', 'uncertain', 'passed'])
  })

  it('names the language of which there is most', () => {
    const [german, french] = [inBytes(70, 'German'), inBytes(90, 'French')]
    for (const lines of [
      [german, french, german],
      [french, german, german],
      [german, german, french],
    ])
      assert.match(checkLanguage({ own: lines.join('\n') }).reasons[0] ?? '', /English but as German/)
    assert.match(checkLanguage({ own: `${german}\n${french}` }).reasons[0] ?? '', /English but as French/)
    assert.match(checkLanguage({ own: `${french}\n${german}` }).reasons[0] ?? '', /English but as French/)
  })

  it('names the language and says what to do', () => {
    assert.deepEqual(checkLanguage({ own: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren.' }), {
      name: 'language',
      status: 'failed',
      reasons: ['Most of the prose does not read as English but as German: write it in English.'],
    })
    assert.deepEqual(checkLanguage({ own: latin }).reasons, [
      'The prose does not clearly read as English: write whole sentences, and put code, logs and lists of terms into code blocks, which are not judged.',
    ])
    assert.deepEqual(
      checkLanguage({ own: 'Everyone has the right to life, liberty and the security of person.' }).reasons,
      [],
    )
  })

  it('looks at all parts of a long text', () => {
    const novel = english
      .filter(({ from }) => from === 'novel, long')
      .map(({ text }) => text)
      .join('\n')
    const russian = declarations.find(({ from }) => from === 'rus, long')!.text
    const halves = [novel.slice(0, 65_000), russian.repeat(20).slice(0, 32_500)]

    assert.equal(statusOf(novel.slice(0, 131_072)), 'passed')
    assert.equal(statusOf(halves.join('\n')), 'uncertain')
    assert.equal(statusOf(halves.toReversed().join('\n')), 'uncertain')
  })
})
