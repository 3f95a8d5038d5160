import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Counts a text in the bytes of all files of a folder, in upper and lower case. */
export function occurrencesIn(folder: string, text: string): number {
  const contents = readdirSync(folder).map((name) =>
    readFileSync(path.join(folder, name)).toString('latin1').toLowerCase(),
  )
  return contents.reduce((sum, content) => sum + content.split(text.toLowerCase()).length - 1, 0)
}
