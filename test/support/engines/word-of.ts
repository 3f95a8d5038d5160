import type { Readable } from 'node:stream'

/** First capture of a pattern in a process's output; rejects if it exits without one. */
export async function wordOf(output: Readable, pattern: RegExp): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    output.on('data', (part) => {
      text += part
      const found = pattern.exec(text)
      if (found) resolve(found[1]!)
    })
    output.once('end', () => reject(new Error(`It ended without ${pattern}:\n${text}`)))
  })
}
