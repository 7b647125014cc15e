/**
 * What a drawing costs a reader's browser: the processor time of all processes of a real Chromium from putting the
 * drawing into a page by an <img>, as readers see it, until ten frames were painted. Processor time depends
 * less than duration on what else the machine does, but on a busy one it can be twice as much.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'

const FRAMES = 10
/** A drawing that takes more processor time is stopped. */
const PATIENCE_MS = 3_000
/** A page that closes on a busy machine is opened again; one that closes each time closes by the drawing. */
const TRIES_MAX = 3

export type Cost = { milliseconds: number; isComplete: boolean }

export class Painter implements AsyncDisposable {
  #browser: Browser | undefined
  #page: Page | undefined
  #drawing = ''
  #pid = 0

  /** What the drawing costs beyond an empty page, which is kept from one drawing to the next. */
  async cost(drawing: string): Promise<Cost> {
    for (let tries = 1; ; tries++) {
      const page = this.#page ?? (await this.#start())
      this.#page = page
      this.#drawing = drawing
      const family = familyOf(this.#pid)
      const before = timesOf(family)
      const work = page.evaluate(paintFrames).then(() => page.screenshot({ type: 'jpeg' }))
      const end = await withPatience(before, family, work)
      const milliseconds = Math.round(millisecondsSince(before, family))
      if (end === 'painted') await page.evaluate('document.images[0].remove()').catch(() => {})
      else await this[Symbol.asyncDispose]()
      if (end !== 'closed' || tries === TRIES_MAX) return { milliseconds, isComplete: end === 'painted' }
    }
  }

  async #start(): Promise<Page> {
    const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
    const known = new Set(pidsOf(process.pid))
    this.#browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
      handleSIGTERM: false,
    })
    this.#pid = pidsOf(process.pid).find((pid) => !known.has(pid) && isBrowser(pid)) as number
    const page = await this.#browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.route('**', (route) => {
      const isDrawing = route.request().url().includes('.svg')
      return route.fulfill(
        isDrawing
          ? { body: this.#drawing, contentType: 'image/svg+xml' }
          : { body: '<!doctype html><body>', contentType: 'text/html' },
      )
    })
    await page.goto('http://board.test/')
    return page
  }

  async [Symbol.asyncDispose]() {
    const browser = this.#browser
    this.#browser = undefined
    this.#page = undefined
    if (!browser) return
    for (const pid of familyOf(this.#pid).reverse()) kill(pid)
    await browser.close().catch(() => {})
  }
}

/** Runs in the page. */
const paintFrames = `(async () => {
  const image = new Image()
  image.style = 'width:720px;max-height:800px'
  document.body.append(image)
  image.src = '/drawing.svg?' + performance.now()
  await image.decode().catch(() => {})
  for (let n = 0; n < ${FRAMES}; n++) await new Promise((resolve) => requestAnimationFrame(resolve))
})()`

/** Waits until the work is done, the page has closed, or the processes have used the time that they get. */
async function withPatience(
  before: Map<string, number>,
  family: number[],
  work: Promise<unknown>,
): Promise<'painted' | 'closed' | 'stopped'> {
  let state: 'painted' | 'closed' | 'stopped' = 'stopped'
  const done = work.then(
    () => {
      state = 'painted'
    },
    () => {
      state = 'closed'
    },
  )
  while (state === 'stopped' && millisecondsSince(before, family) < PATIENCE_MS)
    await Promise.race([done, setTimeout(1_000)])
  return state
}

type Process = { pid: number; parent: number }

function processOf(pid: number): Process | undefined {
  try {
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { pid, parent: Number(parent) }
  } catch {
    return undefined // it has ended
  }
}

const processes = () =>
  readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (processOf(Number(name)) ?? []) : []))

const pidsOf = (parent: number) => processes().flatMap((process) => (process.parent === parent ? [process.pid] : []))

function familyOf(root: number): number[] {
  const all = processes()
  const family = [root]
  for (const pid of family) family.push(...all.flatMap((process) => (process.parent === pid ? [process.pid] : [])))
  return family
}

/** The processor time of each thread, in nanoseconds. */
function timesOf(family: number[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const pid of family)
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`)) times.set(thread, timeOf(`/proc/${pid}/task/${thread}`))
    } catch {
      // it has ended
    }
  return times
}

const timeOf = (folder: string) => Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0])

/** Threads that have ended since do not count; they end when they have had nothing to do for long. */
function millisecondsSince(before: Map<string, number>, family: number[]): number {
  let time = 0
  for (const [thread, now] of timesOf(family)) time += now - (before.get(thread) ?? 0)
  return time / 1e6
}

const isBrowser = (pid: number) => /chrom/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended
  }
}
