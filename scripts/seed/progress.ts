/** Shows the progress of a long operation: one rewritten line on a terminal, a line per 10 % elsewhere. */
export function createProgress(name: string, total: number, out: NodeJS.WriteStream) {
  const startedAt = performance.now()
  let shownAt = startedAt
  let tenth = 0

  function line(done: number): string {
    const seconds = (performance.now() - startedAt) / 1000
    const left = Math.ceil((seconds / done) * (total - done))
    const share = Math.floor((done / total) * 100)
    return `${name.padEnd(14)}${done.toLocaleString('en')} of ${total.toLocaleString('en')}  ${share} %  ${left} s left`
  }

  function onTerminal(done: number): void {
    const now = performance.now()
    if (done < total && now - shownAt < 100) return
    shownAt = now
    out.write(`\r${line(done)}\u001b[K${done === total ? '\n' : ''}`)
  }

  function elsewhere(done: number): void {
    const reached = Math.floor((done / total) * 10)
    if (reached > tenth) out.write(`${line(done)}\n`)
    tenth = reached
  }

  return { show: out.isTTY ? onTerminal : elsewhere }
}
