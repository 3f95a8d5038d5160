import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** One Ctrl-C arrives twice, from the terminal and through npm; repeats within this time are dropped, ms. */
const REPEAT_WINDOW_MS = 1000

/** Runs a program in place of this one: same terminal, signals and exit code. */
export function handOver(program: string, args: string[]): void {
  // Where the system can replace a process, none stays behind.
  process.execve?.(program, [program, ...args], process.env)
  const child = spawn(program, args, { stdio: 'inherit' })
  let last = Number.NEGATIVE_INFINITY
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      if (performance.now() - last < REPEAT_WINDOW_MS) return
      last = performance.now()
      child.kill(signal)
    })
  }
  child.once('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0)
  })
}
