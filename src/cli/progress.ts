const WIDTH = 30

/** A progress bar on a terminal; nothing when the output is not a terminal. */
export function progressBar(label: string, total: number, out: NodeJS.WriteStream = process.stderr) {
  return (done: number) => {
    if (!out.isTTY) return
    const filled = Math.round((done / Math.max(1, total)) * WIDTH)
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
    out.write(
      `\r${label} ${bar} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}${done === total ? '\n' : ''}`,
    )
  }
}
