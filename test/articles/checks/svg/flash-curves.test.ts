/** Curves of time: what a change has reached at each part of its time, and which of them flash. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bendsOf, curveFrom, curveOf, curvesIn } from '../../../../src/articles/checks/svg/flashing/curves.ts'
import { sanitizeSvg } from '../../../../src/articles/checks/svg/sanitize.ts'
import { workOf } from './work/estimate.ts'

const rounded = (number: number) => Math.round(number * 1e4) / 1e4 + 0

/** The levels at the parts 0, 1/4, 1/2, 3/4 and 1, from the definitions in CSS Easing 2. */
const levels: Record<string, number[]> = {
  linear: [0, 0.25, 0.5, 0.75, 1],
  ease: [0, 0.4085, 0.8024, 0.9605, 1],
  'ease-in': [0, 0.0935, 0.3154, 0.6219, 1],
  'ease-out': [0, 0.3781, 0.6846, 0.9065, 1],
  'ease-in-out': [0, 0.1292, 0.5, 0.8708, 1],
  'cubic-bezier(.25,.1,.25,1)': [0, 0.4085, 0.8024, 0.9605, 1],
  'cubic-bezier(0,0,1,1)': [0, 0.25, 0.5, 0.75, 1],
  'cubic-bezier(.5,-1,.5,2)': [0, -0.1823, 0.5, 1.1823, 1],
  'step-start': [0, 1, 1, 1, 1],
  'step-end': [0, 0, 0, 0, 1],
  'steps(2)': [0, 0, 0.5, 0.5, 1],
  'steps(4,end)': [0, 0.25, 0.5, 0.75, 1],
  'steps(2,start)': [0.5, 0.5, 1, 1, 1],
  'steps(2,jump-start)': [0.5, 0.5, 1, 1, 1],
  'steps(2,jump-none)': [0, 0, 1, 1, 1],
  'steps(2,jump-both)': [0.3333, 0.3333, 0.6667, 0.6667, 1],
  'steps(1)': [0, 0, 0, 0, 1],
  'linear(0,1)': [0, 0.25, 0.5, 0.75, 1],
  'steps(4,start)': [0.25, 0.5, 0.75, 1, 1],
  'linear(0,.5 25% 75%,1)': [0, 0.5, 0.5, 0.5, 1],
  'linear(0,1,2,3 90%,4)': [0, 0.8333, 1.6667, 2.5, 4],
  'linear(0,1 40%,2,3,4)': [0, 0.625, 1.5, 2.75, 4],
  'linear(0,1 50%,.5 30%,.7,.9)': [0, 0.5, 0.5, 0.7, 0.9],
  'linear(2 25%,6 75%)': [0, 2, 4, 6, 8],
  'linear(0,1,0)': [0, 0.5, 1, 0.5, 0],
  'linear(1,0)': [1, 0.75, 0.5, 0.25, 0],
  'linear(0.2,-1,3)': [0.2, -0.4, -1, 1, 3],
  'linear(0,1 25%,0)': [0, 1, 0.6667, 0.3333, 0],
  'linear(0,25% 1,0)': [0, 1, 0.6667, 0.3333, 0],
  'linear(0,1 25% 75%,0)': [0, 1, 1, 1, 0],
  'linear(0,1,2,0 75%,1)': [0, 1, 2, 0, 1],
  'linear(0 25%,1 75%)': [-0.5, 0, 0.5, 1, 1.5],
  'linear(0 50%,1 50%)': [0, 0, 1, 1, 1],
  'linear(0,1 75%,2 25%,0)': [0, 0.3333, 0.6667, 2, 0],
  'linear(0,1e-1,1)': [0, 0.05, 0.1, 0.55, 1],
  'linear(.5)': [0.5, 0.5, 0.5, 0.5, 0.5],
}

type Bends = [at: number, level: number][]
const straight: Bends = [
  [0, 0],
  [1, 1],
]
/** Where each begins, turns back and ends. */
const bends: Record<string, Bends> = {
  ease: straight,
  linear: straight,
  'steps(3,start)': straight,
  'step-start': straight,
  'step-end': straight,
  'cubic-bezier(.5,-1,.5,2)': [
    [0, 0],
    [0.1917, -0.2071],
    [0.8083, 1.2071],
    [1, 1],
  ],
  'linear(0,.3,.3,1)': straight,
  'linear(0,1,0)': [
    [0, 0],
    [0.5, 1],
    [1, 0],
  ],
  'linear(0,1,1,0)': [
    [0, 0],
    [0.6667, 1],
    [1, 0],
  ],
  'linear(1,0,1)': [
    [0, 1],
    [0.5, 0],
    [1, 1],
  ],
  'linear(0,1 1%,0 2%,1)': [
    [0, 0],
    [0.01, 1],
    [0.02, 0],
    [1, 1],
  ],
  'linear(0 -50%,1 50%,0 150%)': [
    [0, 0.5],
    [0.5, 1],
    [1, 0.5],
  ],
  'linear(0,1 100%,0 100%)': [
    [0, 0],
    [1, 1],
    [1, 0],
  ],
  'linear(1,1)': [[0, 1]],
}

const zigzag = (count: number) => `linear(${Array.from({ length: count }, (_, n) => n % 2).join()})`

describe('a curve of time', () => {
  for (const [text, expected] of Object.entries(levels))
    it(`has the levels that CSS defines: ${text}`, () => {
      const found = [0, 0.25, 0.5, 0.75, 1].map((part) => rounded(curveOf(text)(part)))
      assert.deepEqual(found, expected)
      assert.deepEqual(
        [0, 0.25, 0.5, 0.75, 1].map((part) => rounded(curveOf(text)(part))),
        expected,
        'read again',
      )
    })
  for (const [text, expected] of Object.entries(bends))
    it(`turns where its level turns: ${text}`, () =>
      assert.deepEqual(
        bendsOf(text).map(({ at, level }) => [rounded(at), rounded(level)]),
        expected,
      ))

  it('that turns too often, or is not known, counts as the quickest flashes', () => {
    assert.equal(bendsOf(zigzag(240)).length, 240)
    assert.deepEqual(bendsOf(zigzag(241)).slice(0, 2), [
      { at: 0, level: 0 },
      { at: (1 / 240) ** 3, level: 1 },
    ])
    const points = ['linear(calc', 'linear(var', 'linear(', 'linear()', 'linear(0,50%,1)']
    const steps = ['steps(0)', 'steps(1.5)', 'steps(start)', 'steps(1,jump-none)', 'steps(2,middle)']
    const beziers = ['(0,0,1)', '(0,0,1,1,1)', '(0,a,1,1)', '(-1,0,1,1)', '(0,0,2,1)'].map(
      (all) => `cubic-bezier${all}`,
    )
    for (const text of [...points, ...steps, ...beziers]) assert.ok((bendsOf(text)[60]?.at ?? 1) < 1 / 60, text)
  })

  it('is found in a text, in the order and in the form that are written', () => {
    const texts: Record<string, string[]> = {
      'k 1s EASE-IN infinite, j 2s': ['ease-in'],
      'ease-in-out, steps(2, start) step-end': ['ease-in-out', 'steps(2, start)', 'step-end'],
      'cubic-bezier(0,0,1,1) linear linear(0, 1)': ['cubic-bezier(0,0,1,1)', 'linear', 'linear(0, 1)'],
      'linear(calc(0), 1)': ['linear(calc'],
      'k 1s infinite': [],
      'nonlinear easel': [],
    }
    for (const [text, found] of Object.entries(texts)) assert.deepEqual(curvesIn(text), found, text)
    assert.equal(curveFrom('linear, ease', 'ease-in'), 'linear')
    for (const text of [undefined, 'inherit', 'var(--a, linear)']) assert.equal(curveFrom(text, 'ease-in'), 'ease-in')
  })
})

const svg = (css: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>${css}</style><rect width="9" height="9" class="a"/></svg>`
const colours = '@keyframes k{from{fill:#000}to{fill:#fff}}'
const moves = '@keyframes k{from{transform:translate(0)}to{transform:translate(9px)}}'
const quick = 'linear(0,1,0,1,0,1,0,1,0)'
const bunched = (width: number) =>
  `linear(0,1 ${width}%,0 ${2 * width}%,1 ${3 * width}%,0 ${4 * width}%,1 ${5 * width}%,0 ${6 * width}%,1 ${7 * width}%,0)`

/** Each passes if a run takes so many seconds, and is refused if it takes the others. */
const kinds: Record<string, [slow: number, quick: number, css: (seconds: number) => string]> = {
  'points close to each other in a long run': [60, 9, (s) => `${colours}.a{animation:k ${s}s ${bunched(1)} infinite}`],
  'many points in a long run': [480, 30, (s) => `${colours}.a{animation:k ${s}s ${zigzag(240)} infinite}`],
  'a beginning at the end': [2, 0.4, (s) => `${colours}.a{animation:k ${s}s linear(1,0,1,0) infinite}`],
  'a jump back at the end': [1, 0.1, (s) => `${colours}.a{animation:k ${s}s linear(0,1 100%,0 100%) infinite}`],
  ...Object.fromEntries(
    ['steps(0)', 'cubic-bezier(9,0,9,0)'].map((curve): [string, (typeof kinds)[string]] => [
      `a movement with a curve that CSS does not know: ${curve}`,
      [2, 0.1, (s) => `${moves}.a{animation:k ${s}s infinite;animation-timing-function:${curve}}`],
    ]),
  ),
  'a variable in a keyframe': [
    3,
    1,
    (s) =>
      `@keyframes k{from{fill:#000;animation-timing-function:var(--t,ease)}to{fill:#fff}}.a{--t:${quick};animation:k ${s}s ease infinite}`,
  ],
  'a variable in a keyframe that moves': [
    3,
    1,
    (s) =>
      `@keyframes k{from{transform:translate(0);animation-timing-function:var(--t)}to{transform:translate(9px)}}.a{--t:${quick};animation:k ${s}s ease infinite}`,
  ],
  'a variable beside another curve': [
    3,
    1,
    (s) => `${colours}.a{--t:${quick};animation:k ${s}s ease infinite;animation-timing-function:var(--t)}`,
  ],
  'another rule': [
    3,
    1,
    (s) => `${colours}.a{animation:k ${s}s ease infinite}.a.a{animation-timing-function:${quick}}`,
  ],
  'a name in a variable': [1, 0.1, (s) => `${colours}.a{--n:k;animation:var(--n) ${s}s infinite}`],
  'a name in a variable, for a movement': [2, 0.1, (s) => `${moves}.a{--n:k;animation:var(--n) ${s}s infinite}`],
  'a name alone in a variable': [
    1,
    0.1,
    (s) => `${colours}.a{--n:k;animation-name:var(--n);animation-duration:${s}s;animation-iteration-count:infinite}`,
  ],
  'a name as the value that replaces a missing one': [
    1,
    0.1,
    (s) => `${colours}.a{animation:env(none,k) ${s}s infinite}`,
  ],
  'an animation in a variable': [1, 0.1, (s) => `${colours}.a{--n:k ${s}s infinite;animation:var(--n)}`],
  'an animation in a registered variable': [
    1,
    0.1,
    (s) => `${colours}@property --n{syntax:'*';inherits:false;initial-value:k ${s}s infinite}.a{animation:var(--n)}`,
  ],
}

describe('a drawing', () => {
  for (const [name, [slow, fast, css]] of Object.entries(kinds))
    it(`is refused for a curve or a name only if it flashes: ${name}`, () => {
      assert.equal(sanitizeSvg(svg(css(slow))).outcome, 'clean', 'slow')
      assert.match(JSON.stringify(sanitizeSvg(svg(css(fast)))), /flash at most 3 times a second/, 'quick')
    })

  it('may not hide points of a curve in functions', () => {
    for (const points of ['calc(0),1', 'var(--p)', '0,1 calc(50%),0'])
      assert.equal(
        sanitizeSvg(svg(`${colours}.a{animation:k 1s linear(${points}) infinite}`)).outcome,
        'forbidden',
        points,
      )
  })

  it('costs as much with its effects in variables', () => {
    const blur = 'filter:blur(9px)'
    const cost = (css: string) => workOf(`<style>${css}</style><rect width="99" height="99" class="a"/>`)
    const least = cost(`.a{${blur}}`)
    assert.ok(least > 2 * cost(''))
    for (const css of [
      `@keyframes k{to{${blur}}}.a{--n:k;animation:var(--n) 1s}`,
      `@keyframes k{to{${blur}}}.a{animation:env(none,k) 1s}`,
      `@property --f{syntax:'*';inherits:false;initial-value:blur(9px)}.a{filter:var(--f)}`,
    ])
      assert.ok(cost(css) >= least, css)
  })
})
