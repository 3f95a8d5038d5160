import type { LogFile } from './log-file.ts'

/** Output streams of a process; null where they are not piped. */
interface Talking {
  readonly stdout: NodeJS.ReadableStream | null
  readonly stderr: NodeJS.ReadableStream | null
}

/** Longest part of a line that waits for its end, UTF-16 units. */
const LONGEST = 10_000

/** Writes down what the server process says, line by line, and passes it on to the terminal if there is one. */
export function keepOutput({ stdout, stderr }: Talking, log: LogFile): void {
  for (const [stream, terminal] of [
    [stdout, process.stdout],
    [stderr, process.stderr],
  ] as const) {
    let rest = ''
    stream?.setEncoding('utf8')
    stream?.on('data', (text: string) => {
      terminal.write(text)
      // A secret that two pieces share would not be known for one.
      const lines = (rest + text).split('\n')
      rest = lines.pop()!.slice(-LONGEST)
      for (const line of lines) log.append(`${line}\n`)
    })
    stream?.on('end', () => {
      if (rest !== '') log.append(`${rest}\n`)
    })
  }
}
