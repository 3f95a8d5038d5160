import { pipeline } from 'node:stream/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { type CsvFormat, DELIMITERS, detectDelimiter } from '#contracts/csv-format.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import { AppError, InvalidFields } from '../errors.ts'

/** Line numbers of the records in a CSV body. */
export const LINES = Symbol('lines')

interface CsvRecords {
  readonly records: Record<string, string>[]
  /** Starting line of each record, from 1. */
  readonly lines: number[]
}

/** Maximum number of records in an import; the rest is not read. */
const MAX_RECORDS = 10_000

/** Part of a file whose records are in memory, bytes. */
const PIECE_BYTES = 16 * 1024

/** Text parsed before yielding to the event loop, characters: a few milliseconds of work. */
const SLICE = 64 * 1024

/**
 * The records of a CSV text by the names in its first line (RFC 4180, with whatever separates these names; spaces around a value
 * and empty lines do not count). Every line break becomes a line feed; an empty cell is a field that was not sent. Yields to the
 * event loop in between.
 * @throws AppError 400 for a text that is no CSV.
 */
export async function csvRecords(text: string): Promise<CsvRecords> {
  const records: Record<string, string>[] = []
  const lines: number[] = []
  const parser = parse({
    bom: true,
    columns: (names: string[]) => names.map((name) => name.toLowerCase()),
    delimiter: DELIMITERS[detectDelimiter(text)],
    skip_empty_lines: true,
    trim: true,
    relax_column_count: true,
    on_record(record: Record<string, string>, info) {
      if (isFull()) return null
      lines.push(info.lines - lineBreaksIn(record))
      records.push(filled(record))
      // Stored above, so the parser has nothing to emit.
      return null
    },
  })
  // One more, so that it is seen that there are too many.
  const isFull = () => records.length > MAX_RECORDS
  try {
    await pipeline(slicesOf(text, isFull), parser.resume())
  } catch {
    // Errors at the end of a truncated text mean nothing.
    if (!isFull()) throw new AppError('malformed_csv')
  }
  return { records, lines }
}

async function* slicesOf(text: string, isFull: () => boolean): AsyncGenerator<string> {
  for (let at = 0; at < text.length && !isFull(); ) {
    // Never splits a CRLF or a surrogate pair.
    const end = at + SLICE + (/[\r\ud800-\udbff]/.test(text[at + SLICE - 1] ?? '') ? 1 : 0)
    yield text.slice(at, end).replace(/\r\n?/g, '\n')
    at = end
    await breathe()
  }
}

function lineBreaksIn(record: Record<string, string> | readonly string[]): number {
  return Object.values(record).reduce((sum, value) => sum + value.split('\n').length - 1, 0)
}

/** A record of a CSV file. */
interface CsvRow {
  readonly cells: readonly string[]
  /** Its starting line, from 1. */
  readonly line: number
}

/**
 * The records of a CSV file as they are read, the header included (RFC 4180; spaces around a value and empty records do not
 * count). Every line break becomes a line feed. Only a piece of the file is in memory.
 * @param onRead called with the bytes read so far
 * @throws AppError 400 for a file that is no CSV; InvalidFields on `file` if it is not in that encoding
 */
export async function* csvRows(
  file: Blob,
  { encoding, delimiter }: CsvFormat,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    delimiter: DELIMITERS[delimiter],
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  })
  const piped = pipeline(textOf(file, encoding, onRead), parser).catch(() => undefined)
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>)
      yield { cells: record, line: info.lines - lineBreaksIn(record) }
  } catch (error) {
    throw refusalOf(error)
  } finally {
    await piped
  }
}

/** A record with where its parser is. */
interface ParsedRow {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/** The text of a file, piece by piece, with line feeds as line breaks. */
async function* textOf(
  file: Blob,
  encoding: CsvFormat['encoding'],
  onRead: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let bytes = 0
  // The first half of a line break, or nothing.
  let rest = ''
  for await (const piece of file.stream()) {
    for (let at = 0; at < piece.length; at += PIECE_BYTES) {
      const part = piece.subarray(at, at + PIECE_BYTES)
      const text = rest + decoder.decode(part, { stream: true })
      rest = text.endsWith('\r') ? '\r' : ''
      yield text.slice(0, text.length - rest.length).replace(/\r\n?/g, '\n')
      bytes += part.length
      onRead(bytes)
      await breathe()
    }
  }
  yield (rest + decoder.decode()).replace(/\r\n?/g, '\n')
}

function refusalOf(error: unknown): unknown {
  if (error instanceof CsvError) return new AppError('malformed_csv')
  const isNoText =
    error instanceof TypeError &&
    'code' in error &&
    error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  return isNoText ? new InvalidFields({ file: [fault('file_not_decodable')] }) : error
}

function filled(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''))
}

/** Adds the line number to the faults of records in a CSV body. */
export function withLines(faults: FieldFaults, body: unknown): FieldFaults {
  const lines = (body as { [LINES]?: readonly number[] } | undefined)?.[LINES]
  if (!lines) return faults
  const entries = Object.entries(faults).map(([field, list]) => {
    const line = lines[Number(/^\w+\.(\d+)/.exec(field)?.[1])]
    return [
      field,
      line === undefined ? list : list.map((reason) => fault('on_line', { line, reason })),
    ]
  })
  return Object.fromEntries(entries)
}

/**
 * Names the fields of faults by their columns, for callers that show them next to the record: `type` instead of
 * `calls.3.type`.
 */
export function withColumns(faults: FieldFaults, body: unknown): FieldFaults {
  if (!(body as { [LINES]?: unknown } | undefined)?.[LINES]) return faults
  const entries = Object.entries(faults).map(([field, list]) => {
    const attribute = /^\w+\.\d+\.(.+)/.exec(field)?.[1]
    return [
      field,
      attribute ? list.map(({ code, params }) => fault(code, { attribute, ...params })) : list,
    ]
  })
  return Object.fromEntries(entries)
}
