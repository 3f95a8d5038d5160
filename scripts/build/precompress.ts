import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * Compresses each script of a folder as far as it goes and writes the results beside it (`name.js.br`, `name.js.gz`),
 * so that a server compresses nothing while somebody waits. One that is no smaller than the script is left out.
 */
export function precompress(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const file = path.join(folder, name)
    const content = readFileSync(file)
    const packed = { br: brotli(content), gz: gzipSync(content, { level: 9 }) }
    for (const [ending, bytes] of Object.entries(packed)) {
      if (bytes.length < content.length) writeFileSync(`${file}.${ending}`, bytes)
    }
  }
}

const brotli = (content: Buffer): Buffer =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
