/** Stands in for `node:test` in the runner: keeps the tests, so that each can be run many times in one process. */
import { mock } from 'node:test'

export { mock }

type Work = (context: Context) => unknown
type Hook = () => unknown
type Options = { skip?: unknown }
type Suite = {
  name: string
  parent: Suite | undefined
  isSkipped: boolean
  before: Hook[]
  after: Hook[]
  beforeEach: Hook[]
  afterEach: Hook[]
}
export type Test = { file: string; name: string; suite: Suite; work: Work }

const newSuite = (name: string, parent?: Suite, isSkipped = false): Suite => ({
  name,
  parent,
  isSkipped: isSkipped || (parent?.isSkipped ?? false),
  before: [],
  after: [],
  beforeEach: [],
  afterEach: [],
})

const top = newSuite('')
let suite = top
let file = ''

export const tests: Test[] = []
/** The tests that are kept from now on are of this file. */
export const nowOf = (name: string) => {
  file = name
}
type Parts = [name: string, options: Options, work: Work]
const partsOf = (args: unknown[]): Parts => {
  const name = args.find((arg) => typeof arg === 'string') ?? ''
  const options = args.find((arg) => typeof arg === 'object' && arg !== null) ?? {}
  return [name, options, (args.find((arg) => typeof arg === 'function') ?? (() => {})) as Work]
}

export function describe(...args: unknown[]) {
  const [name, options, work] = partsOf(args)
  const outer = suite
  suite = newSuite(`${outer.name}${outer.name && ' > '}${name}`, outer, Boolean(options.skip))
  if (!suite.isSkipped) work(contextOf(name, []))
  suite = outer
}

export function it(...args: unknown[]) {
  const [name, options, work] = partsOf(args)
  if (!options.skip && !suite.isSkipped) tests.push({ file, name: `${suite.name} > ${name}`, suite, work })
}

export const test = it
export const before = (hook: Hook) => suite.before.push(hook)
export const after = (hook: Hook) => suite.after.push(hook)
export const beforeEach = (hook: Hook) => suite.beforeEach.push(hook)
export const afterEach = (hook: Hook) => suite.afterEach.push(hook)
export default test

export type Context = ReturnType<typeof contextOf>
function contextOf(name: string, finally_: Hook[]) {
  return {
    name,
    mock,
    signal: new AbortController().signal,
    after: (hook: Hook) => finally_.push(hook),
    diagnostic() {},
    skip() {},
    async test(...args: unknown[]) {
      const [inner, options, work] = partsOf(args)
      if (!options.skip) await work(contextOf(inner, finally_))
    },
  }
}

async function allOf(hooks: readonly Hook[]) {
  for (const hook of hooks) await hook()
}

const chainOf = (one: Suite): Suite[] =>
  one.parent?.parent || one.parent === top ? [...chainOf(one.parent), one] : [one]

/** Runs one test, with everything that its suites do around it. */
export async function runTest({ name, suite: own, work }: Test) {
  const chain = chainOf(own).filter((one) => one !== top)
  const finally_: Hook[] = []
  try {
    for (const one of chain) await allOf(one.before)
    for (const one of chain) await allOf(one.beforeEach)
    await work(contextOf(name, finally_))
  } finally {
    mock.reset() // of its timers, too
    await allOf(finally_.reverse())
    for (const one of chain.reverse()) await allOf([...one.afterEach, ...one.after])
  }
}
