const WIDTH = 30
const LINE_EVERY_MS = 5_000

type Output = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean }
type Parts = { out?: Output; elapsedMs?: () => number }

/** Long work on stderr: a bar on a terminal, elsewhere a line every few seconds. Short work prints no line. */
export function progress(label: string, { out = process.stderr, elapsedMs = () => performance.now() }: Parts = {}) {
  const figures = (done: number, of: number) => `${done.toLocaleString('en')} of ${of.toLocaleString('en')}`
  let drawn = -1
  const draw = (done: number, of: number) => {
    const percent = Math.floor((100 * done) / of)
    if (percent === drawn) return
    drawn = percent
    const filled = Math.round((done / of) * WIDTH)
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
    out.write(`\r${label} ${bar} ${figures(done, of)}${done === of ? '\n' : ''}`)
  }
  let printedAt = elapsedMs()
  const printLine = (done: number, of: number) => {
    if (elapsedMs() - printedAt < LINE_EVERY_MS) return
    printedAt = elapsedMs()
    out.write(`${label}: ${figures(done, of)}\n`)
  }
  return (done: number, of: number) => {
    if (of > 0) (out.isTTY ? draw : printLine)(done, of)
  }
}
