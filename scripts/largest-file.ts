import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const BUILT = 'dist/renderer/assets'

/** The file of the desk that is largest when compressed. */
export function largestFile(root: string): string {
  const names = readdirSync(path.join(root, BUILT)).filter((name) => !/\.(br|gz)$/.test(name))
  const weighed = names.map((name) => {
    const file = `${BUILT}/${name}`
    return { file, bytes: gzipSync(readFileSync(path.join(root, file))).length }
  })
  return weighed.reduce((largest, one) => (one.bytes > largest.bytes ? one : largest)).file
}
