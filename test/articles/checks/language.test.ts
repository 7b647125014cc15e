/** The language check, held against text that other people wrote; the figures are told in docs/decisions/0014-english-detection.md. */
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

const statusOf = (text: string) => checkLanguage(text).status
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
  it('is judged by short and long samples, in British and American spelling', () => {
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
  it('passes none, but for two that share most words with English', () => {
    const languages = new Set(declarations.map(languageOf))
    assert.ok(languages.size >= 400 && declarations.length >= 1_000)

    const passed = new Set(withStatus(declarations, 'passed').map(languageOf))
    assert.deepEqual([...passed], ['pcm', 'sco']) // Nigerian Pidgin and Scots
  })

  it('refuses what is widely written rather than asking for a review', () => {
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

describe('the language check', () => {
  for (const [why, status, text] of cases) it(`${status}: ${why}`, () => assert.equal(statusOf(text), status))

  it('names the language and says what to do', () => {
    assert.deepEqual(checkLanguage('Alle Menschen sind frei und gleich an Würde und Rechten geboren.'), {
      name: 'language',
      status: 'failed',
      reasons: ['Most of the prose does not read as English but as German: write it in English.'],
    })
    assert.deepEqual(checkLanguage(latin).reasons, [
      'The prose does not read as English: write whole sentences rather than names or lists of words.',
    ])
    assert.deepEqual(checkLanguage('Everyone has the right to life, liberty and the security of person.').reasons, [])
  })

  it('looks at the whole of a long text', () => {
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
