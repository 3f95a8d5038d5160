import { z } from 'zod'

/** Encodings in which CSV files are read, by the names that `TextDecoder` takes. */
export const CsvEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])
export type CsvEncoding = z.output<typeof CsvEncoding>

/** Characters that may separate the cells of a CSV file. */
export const CsvDelimiter = z.enum(['comma', 'semicolon', 'tab', 'pipe'])
export type CsvDelimiter = z.output<typeof CsvDelimiter>

export const DELIMITERS: Readonly<Record<CsvDelimiter, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
}

/** Format of a CSV file: nothing in it declares either. */
export interface CsvFormat {
  readonly encoding: CsvEncoding
  readonly delimiter: CsvDelimiter
}

/** Part of a file in which its first record should end, bytes. */
const HEAD_BYTES = 64 * 1024

/** Part of a file whose zero bytes tell UTF-16 without a byte order mark, bytes. */
const SAMPLE_BYTES = 1024

const MARKS: readonly (readonly [CsvEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Detects the format of a CSV file, apart from what is given. The file is read once, piece by piece.
 * @returns undefined for a file that is no text
 */
export async function detectCsvFormat(
  file: Blob,
  given: Partial<CsvFormat> = {},
): Promise<CsvFormat | undefined> {
  const encoding = given.encoding ?? (await detectEncoding(file))
  if (!encoding) return undefined
  return { encoding, delimiter: given.delimiter ?? detectDelimiter(await headOf(file, encoding)) }
}

/** Beginning of a file as text. */
export async function headOf(file: Blob, encoding: CsvEncoding): Promise<string> {
  const bytes = await file.slice(0, HEAD_BYTES).arrayBuffer()
  return new TextDecoder(encoding).decode(bytes, { stream: true })
}

/** The delimiter that the first line of a text has most often outside quotes; a comma by default. */
export function detectDelimiter(text: string): CsvDelimiter {
  const unquoted = text.slice(0, HEAD_BYTES).replaceAll(/"[^"]*"?/g, '')
  const [line = ''] = unquoted.replace(/^[\r\n]+/, '').split(/[\r\n]/, 1)
  const count = (delimiter: CsvDelimiter) => line.split(DELIMITERS[delimiter]).length
  return CsvDelimiter.options.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** By the byte order mark, by zero bytes, or by whether everything is UTF-8; otherwise what Western Windows writes. */
async function detectEncoding(file: Blob): Promise<CsvEncoding | undefined> {
  const start = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer())
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, at) => start[at] === byte)) ?? []
  if (marked) return marked
  if (start.includes(0)) return wideEncodingOf(start)
  return (await isUtf8(file)) ? 'utf-8' : 'windows-1252'
}

/** UTF-16 by which bytes of its pairs are zero, as those of names and digits are; undefined if both are. */
function wideEncodingOf(bytes: Uint8Array): CsvEncoding | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2]! += 1
  const [high, low] = zeros
  if (high === 0) return 'utf-16le'
  return low === 0 ? 'utf-16be' : undefined
}

async function isUtf8(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    try {
      decoder.decode(value, { stream: !done })
    } catch {
      await reader.cancel()
      return false
    }
    if (done) return true
  }
}
