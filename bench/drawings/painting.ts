/**
 * What a drawing costs a reader's browser: the processor time of all processes of a real Chromium from loading a page
 * with the drawing in an <img>, as readers see it, until ten frames were painted. Processor time hardly depends on what
 * else the machine does.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'

const FRAMES = 10
/** A drawing that takes more processor time is stopped. */
const PATIENCE_MS = 12_000
const TICKS_PER_SECOND = 100

export type Cost = { milliseconds: number; isComplete: boolean }

export class Painter implements AsyncDisposable {
  #browser: Browser | undefined
  #pid = 0

  async cost(drawing: string): Promise<Cost> {
    const browser = this.#browser ?? (await this.#start())
    this.#browser = browser
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await page.route('**', (route) => {
      const isDrawing = route.request().url().endsWith('.svg')
      return route.fulfill(
        isDrawing
          ? { body: drawing, contentType: 'image/svg+xml' }
          : { body: '<!doctype html><body><img style="width:720px;max-height:800px">', contentType: 'text/html' },
      )
    })
    await page.goto('http://board.test/')
    const before = processorTime(this.#pid)
    const isComplete = await withPatience(
      this.#pid,
      page.evaluate(paintFrames).then(() => page.screenshot()),
    )
    const milliseconds = processorTime(this.#pid) - before
    if (isComplete) await context.close()
    else await this[Symbol.asyncDispose]()
    return { milliseconds, isComplete }
  }

  async #start(): Promise<Browser> {
    const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
    const known = new Set(pidsOf(process.pid))
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    this.#pid = pidsOf(process.pid).find((pid) => !known.has(pid) && isBrowser(pid)) as number
    return browser
  }

  async [Symbol.asyncDispose]() {
    const browser = this.#browser
    this.#browser = undefined
    if (!browser) return
    for (const pid of familyOf(this.#pid).reverse()) kill(pid)
    await browser.close().catch(() => {})
  }
}

/** Runs in the page. */
const paintFrames = `(async () => {
  const image = document.images[0]
  image.src = '/drawing.svg'
  await image.decode().catch(() => {})
  for (let n = 0; n < ${FRAMES}; n++) await new Promise((resolve) => requestAnimationFrame(resolve))
})()`

/** Waits until the work is done or the processes have used the time that they get. */
async function withPatience(pid: number, work: Promise<unknown>): Promise<boolean> {
  const end = processorTime(pid) + PATIENCE_MS
  let isDone = false
  const done = work.then(
    () => true,
    () => true,
  )
  void done.then(() => {
    isDone = true
  })
  while (!isDone && processorTime(pid) < end) await Promise.race([done, setTimeout(200)])
  return isDone
}

type Stat = { pid: number; parent: number; ticks: number }

function statOf(pid: number): Stat | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return undefined // it has ended
  }
}

const allStats = () => readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []))

const pidsOf = (parent: number) => allStats().flatMap((stat) => (stat.parent === parent ? [stat.pid] : []))

function familyOf(root: number): number[] {
  const stats = allStats()
  const family = [root]
  for (const pid of family) family.push(...stats.flatMap((stat) => (stat.parent === pid ? [stat.pid] : [])))
  return family
}

function processorTime(root: number): number {
  const ticks = familyOf(root).map((pid) => statOf(pid)?.ticks ?? 0)
  return (ticks.reduce((sum, own) => sum + own, 0) / TICKS_PER_SECOND) * 1_000
}

const isBrowser = (pid: number) => /chrom/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended
  }
}
