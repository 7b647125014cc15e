/** When animation elements begin, how long they last, and which values they have at which times. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { secondsOf } from '../../../../src/articles/checks/svg/flashing/delays.ts'
import { framesOf, readSmil, smilAnimations } from '../../../../src/articles/checks/svg/flashing/smil.ts'
import { BASE } from '../../../../src/articles/checks/svg/flashing/turns.ts'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { cleanOf, inSvg } from './work/estimate.ts'

const clock: Record<string, number> = {
  '1s': 1,
  '2': 2,
  '.5s': 0.5,
  '250ms': 0.25,
  '2min': 120,
  '1.5h': 5_400,
  '02:03': 123,
  '02:03.5': 123.5,
  '01:02:03': 3_723,
  ' 1s ': 1,
  '+1s': 1,
  '- 1s': -1,
  '-00:01': -1,
  '': Number.NaN,
  indefinite: Number.NaN,
  '1.2.3': Number.NaN,
  '1 s': Number.NaN,
  '1S': Number.NaN,
  '1e3s': Number.NaN,
}

const read = (inside: string) => smilAnimations(cleanOf(inside), new Map())
/** An animation with the id `a` that lasts two seconds, and the one that is asked about. */
const delayWith = (first: string, begin: string) =>
  read(
    `<rect><animate id="a" attributeName="x" to="9" ${first}/><animate id="b" attributeName="y" to="9" ${begin}/></rect>`,
  )[1]?.delay

const alone: Record<string, number | undefined> = {
  '': 0,
  'begin="3s"': 3,
  'begin="-1s"': -1,
  'begin="1s;2s"': Number.NaN,
  'begin="click"': undefined,
  'begin="indefinite"': undefined,
  'begin="click;2s"': 2,
  'begin="a.begin"': 1,
  'begin="a.begin+.5s"': 1.5,
  'begin=" a.begin - 3s "': -2,
  'begin="a.end"': 3,
  'begin="a.end+4s"': 7,
  'begin="a.repeat(1)"': 3,
  'begin="a.repeat(2)-1s"': 4,
  'begin="a.click"': undefined,
  'begin="c.end"': undefined,
  'begin="b.end"': Number.NaN,
  'begin="a.end;click"': 3,
  'begin="a.end;9s"': Number.NaN,
}
const after: Record<string, number | undefined> = {
  'begin="1s" dur="2s"': 3,
  'dur="2s"': 2,
  'dur="2s" repeatCount="3"': 6,
  'dur="00:02"': 2,
  'dur="2s" repeatCount="indefinite"': Number.NaN,
  '': Number.NaN,
  'dur="2s" end="1s"': Number.NaN,
  'dur="2s" max="1s"': Number.NaN,
  'dur="2s" min="3s"': Number.NaN,
  'dur="2s" repeatDur="3s"': Number.NaN,
  'dur="2s" begin="click"': undefined,
  'dur="2s" begin="b.end"': Number.NaN,
  'dur="2s" begin="1s;2s"': Number.NaN,
}

const timings: Record<string, [seconds: number, count: number]> = {
  '<animate attributeName="x" dur="2s" to="9"/>': [2, 1],
  '<animate attributeName="x" dur="2s" to="9" repeatCount="2.5"/>': [2, 2.5],
  '<animate attributeName="x" dur="2s" to="9" repeatCount="indefinite"/>': [2, Number.POSITIVE_INFINITY],
  '<animate attributeName="x" dur="2s" to="9" repeatDur="3s"/>': [2, Number.POSITIVE_INFINITY],
  '<animate attributeName="x" dur="2s" to="9" repeatCount="2" begin="1s;2s;3s"/>': [2, 6],
  '<animate attributeName="x" to="9"/>': [1 / 60, 1],
  '<animate attributeName="x" to="9" dur="indefinite"/>': [Number.NaN, 1],
  '<set attributeName="x" dur="2s" to="9" repeatCount="indefinite"/>': [2, 1],
  '<set attributeName="x" dur="2s" to="9" begin="1s;3s"/>': [2, 2],
  '<animate id="a" attributeName="x" dur="2s" to="9" begin="0s;a.end"/>': [2, Number.POSITIVE_INFINITY],
  '<animate id="a" attributeName="x" dur="2s" to="9" begin="0s;c.end"/><set id="c" attributeName="y" dur="3s" begin="a.end"/>':
    [5, Number.POSITIVE_INFINITY],
  '<animate id="a" attributeName="x" dur="2s" to="9" begin="d.end"/><set id="c" attributeName="y" dur="3s" begin="0s"/>':
    [2, 1],
}

type Frames = [at: number, value: string][]
const frames: Record<string, [isSudden: boolean, Frames]> = {
  'values="1;2;3"': [
    false,
    [
      [0, '1'],
      [0.5, '2'],
      [1, '3'],
    ],
  ],
  'values=" 1 ; 2 ;"': [
    false,
    [
      [0, '1'],
      [1, '2'],
    ],
  ],
  'values="1;;2"': [
    false,
    [
      [0, '1'],
      [0.5, ''],
      [1, '2'],
    ],
  ],
  'values="1;2;3" keyTimes="0;.2;1"': [
    false,
    [
      [0, '1'],
      [0.2, '2'],
      [1, '3'],
    ],
  ],
  'values="1;2" calcMode="discrete"': [
    true,
    [
      [0, '1'],
      [0.5, '2'],
    ],
  ],
  'from="1" to="2"': [
    false,
    [
      [0, '1'],
      [1, '2'],
    ],
  ],
  'to="2"': [
    false,
    [
      [0, BASE],
      [1, '2'],
    ],
  ],
  'by="2"': [
    false,
    [
      [0, BASE],
      [1, 'by'],
    ],
  ],
  'from="1" by="2"': [
    false,
    [
      [0, '1'],
      [1, '3'],
    ],
  ],
  'from="1" to="2" calcMode="spline" keySplines="0 0 1 1"': [
    false,
    [
      [0, '1'],
      [1, '2'],
    ],
  ],
  'from="1" to="2" calcMode="spline" keySplines="0 1 0 1"': [
    true,
    [
      [0, '1'],
      [1, '2'],
    ],
  ],
  'from="1" to="2" keySplines="0 1 0 1"': [
    false,
    [
      [0, '1'],
      [1, '2'],
    ],
  ],
}
const attributesOf = (text: string) =>
  new Map([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))

describe('an animation element', () => {
  it('has times as SMIL writes them', () => {
    for (const [text, seconds] of Object.entries(clock)) assert.equal(secondsOf(text), seconds, `"${text}"`)
    assert.equal(secondsOf(undefined), Number.NaN)
  })

  it('begins after those that it names', () => {
    for (const [begin, delay] of Object.entries(alone))
      assert.equal(delayWith('begin="1s" dur="2s"', begin), delay, begin)
    for (const [first, delay] of Object.entries(after)) assert.equal(delayWith(first, 'begin="a.end"'), delay, first)
    const chain = Array.from(
      { length: 9 },
      (_, n) => `<set attributeName="x" id="a${n}" dur="1s" begin="a${n + 1}.end+1s"/>`,
    )
    assert.deepEqual(
      read(`${chain.join('')}<set attributeName="x" id="a9" dur="1s"/>`).map(({ delay }) => delay),
      [18, 16, 14, 12, 10, 8, 6, 4, 2, 0],
    )
  })

  it('lasts and repeats as it says, and in a circle for ever', () => {
    for (const [inside, [seconds, count]] of Object.entries(timings))
      assert.deepEqual(read(`<rect>${inside}</rect>`)[0]?.timing, { seconds, count, alternates: false }, inside)
  })

  it('changes the element around it, or the one that it names', () => {
    const names = (inside: string) => read(inside).map(({ target }) => target?.attributes.get('id'))
    assert.deepEqual(
      names(
        '<g id="g"><set attributeName="x"/><rect id="r"><set attributeName="x"/></rect><set attributeName="x" href="#r"/><set attributeName="x" href="#x"/></g>',
      ),
      ['g', 'r', 'r', undefined],
    )
  })

  it('has its values at their times', () => {
    for (const [text, [isSudden, expected]] of Object.entries(frames))
      assert.deepEqual(
        framesOf(attributesOf(text)),
        { isSudden, frames: expected.map(([at, value]) => ({ at, value })) },
        text,
      )
    const set = (text: string) => framesOf(attributesOf(text), 'set').frames.map(({ at, value }) => [at, value])
    assert.deepEqual(set('to=" 2 " dur="1s"'), [
      [0, BASE],
      [0, '2'],
      [1, BASE],
    ])
    assert.deepEqual(set('to="2"'), [
      [0, BASE],
      [0, '2'],
      [1, '2'],
    ])
    assert.equal(framesOf(attributesOf('to="2"'), 'set').isSudden, true)
  })

  it('is judged by what it changes, and not if it only moves', () => {
    const judged = (inside: string) =>
      readSmil(read(inside)).map(({ runs, target }) => [
        runs[0]?.property,
        typeof target === 'object' ? target.delay : target,
      ])
    const written: Record<string, (number | string | undefined)[][]> = {
      '<rect><animate attributeName=" opacity " to="0" dur="1s"/></rect>': [['opacity', 0]],
      '<rect><animate attributeName="opacity" to="0" dur="1s" begin="click"/></rect>': [['opacity', undefined]],
      '<rect><animate attributeName="opacity" to="0" dur="1s" begin="2s"/></rect>': [['opacity', 2]],
      '<rect><animate attributeName="x" to="0" dur="1s"/></rect>': [],
      '<rect><animateTransform attributeName="transform" to="0" dur="1s"/></rect>': [],
      '<rect><animateMotion path="M0 0h9" dur="1s"/></rect>': [],
      '<rect><animateTransform attributeName="transform" type="scale" to="0" dur="1s"/></rect>': [],
      '<linearGradient><stop><animate attributeName="x" to="0" dur="1s"/></stop></linearGradient>': [['x', 0]],
      '<clipPath><animateTransform attributeName="transform" type="scale" to="0" dur="1s"/></clipPath>': [['scale', 0]],
      '<rect><animate attributeName="width" to="0" dur="1s"/></rect>': [['width', 0]],
    }
    for (const [inside, expected] of Object.entries(written)) assert.deepEqual(judged(inside), expected, inside)
  })

  it('flashes if its minutes hold many changes', () => {
    const drawing = (minutes: string) =>
      inSvg(
        `<rect width="99" height="99"><animate attributeName="opacity" dur="${minutes}:00" repeatCount="indefinite" values="${'1;0;'.repeat(300)}1"/></rect>`,
      )
    assert.equal(sanitizeSvg(drawing('03')).outcome, 'clean')
    assert.equal(sanitizeSvg(drawing('01')).outcome, 'forbidden')
  })

  it('that ends early does not keep those after it apart', () => {
    const after = (end: (n: number) => string) =>
      inSvg(
        `<rect width="99" height="99">${Array.from(
          { length: 8 },
          (_, n) =>
            `<animate id="a${n}" attributeName="rx" to="0" dur="${n + 1}s" ${end(n)}/><animate attributeName="opacity" values="1;0;1" dur=".1s" begin="a${n}.end"/>`,
        ).join('')}</rect>`,
      )
    assert.equal(sanitizeSvg(after(() => '')).outcome, 'clean')
    assert.equal(sanitizeSvg(after((n) => `end="${n / 10}s"`)).outcome, 'forbidden')
  })
})
