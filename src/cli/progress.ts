const WIDTH = 30

/** A bar on a terminal; nothing where nobody watches. */
export function progressBar(what: string, total: number, out: NodeJS.WriteStream = process.stderr) {
  return (done: number) => {
    if (!out.isTTY) return
    const filled = Math.round((done / Math.max(1, total)) * WIDTH)
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
    out.write(
      `\r${what} ${bar} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}${done === total ? '\n' : ''}`,
    )
  }
}
