import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Every file of a data folder except its backups, as bytes, whatever its name. */
function filesOf(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('backups'))
    .flatMap((name) => {
      const bytes = bytesOf(path.join(folder, name))
      return bytes ? { name, bytes } : []
    })
}

/** Undefined for a file removed since the folder was listed, as erasing does. */
function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Finds words in file contents and names, ignoring case; lists each with its file. */
export function residue(folder: string, words: readonly string[]): string[] {
  return filesOf(folder).flatMap(({ name, bytes }) => {
    const text = `${name} ${bytes.toString('latin1')}`.toLowerCase()
    return words
      .filter((word) => text.includes(word.toLowerCase()))
      .map((word) => `${name}: ${word}`)
  })
}

/** Waits until none of the words is left, or a timeout. */
export async function untilGone(
  folder: string,
  words: readonly string[],
  longestMs: number,
): Promise<string[]> {
  const end = performance.now() + longestMs
  for (;;) {
    const left = residue(folder, words)
    if (left.length === 0 || performance.now() > end) return left
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
