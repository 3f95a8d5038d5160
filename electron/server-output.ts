import type { LogFile } from './log-file.ts'

/** Output streams of a process; null if they are not piped. */
interface OutputStreams {
  readonly stdout: NodeJS.ReadableStream | null
  readonly stderr: NodeJS.ReadableStream | null
}

/** Longest incomplete line to buffer, UTF-16 units. */
const MAX_LINE_LENGTH = 10_000

/** Logs the output of the server process line by line, and forwards it to the terminal if there is one. */
export function logOutput({ stdout, stderr }: OutputStreams, log: LogFile): void {
  for (const [stream, terminal] of [
    [stdout, process.stdout],
    [stderr, process.stderr],
  ] as const) {
    let rest = ''
    stream?.setEncoding('utf8')
    stream?.on('data', (text: string) => {
      terminal.write(text)
      // A secret split across two chunks would not be recognised.
      const lines = (rest + text).split('\n')
      rest = lines.pop()!.slice(-MAX_LINE_LENGTH)
      for (const line of lines) log.append(`${line}\n`)
    })
    stream?.on('end', () => {
      if (rest !== '') log.append(`${rest}\n`)
    })
  }
}
