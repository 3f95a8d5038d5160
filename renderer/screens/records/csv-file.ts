import { type CsvFormat, DELIMITERS, detectCsvFormat } from '#contracts/csv-format.ts'

/** A CSV file and the format in which it is read. */
export interface CsvSource {
  readonly file: File
  readonly format: CsvFormat
  readonly detected: CsvFormat
}

/** Opens a file in the format that it seems to have; undefined if it is no text. */
export async function openCsv(file: File): Promise<CsvSource | undefined> {
  const detected = await detectCsvFormat(file)
  return detected && { file, format: detected, detected }
}

export const withFormat = (source: CsvSource, change: Partial<CsvFormat>): CsvSource => ({
  ...source,
  format: { ...source.format, ...change },
})

/** The whole text of a file; what its encoding does not allow becomes a replacement character. */
export async function textOf({ file, format }: CsvSource): Promise<string> {
  return new TextDecoder(format.encoding).decode(await file.arrayBuffer())
}

/** A record of a file. */
export interface CsvRow {
  readonly cells: readonly string[]
  /** Its first line, from 1. */
  readonly line: number
}

/**
 * Reads the records of a CSV text, empty lines left out.
 * @param limit number of records to read; a text that is cut off may be read so far
 * @throws Error for a text that is no CSV
 */
export async function csvRowsOf(
  text: string,
  { delimiter }: Pick<CsvFormat, 'delimiter'>,
  limit?: number,
): Promise<CsvRow[]> {
  const { parse } = await import('csv-parse/browser/esm/sync')
  const lines: number[] = []
  const records: string[][] = parse(text.replaceAll(/\r\n?/g, '\n'), {
    bom: true,
    delimiter: DELIMITERS[delimiter],
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    ...(limit !== undefined && { to: limit, relax_quotes: true }),
    on_record(cells: string[], { lines: last }) {
      lines.push(last - cells.join('').split('\n').length + 1)
      return cells
    },
  })
  return records.map((cells, index) => ({ cells, line: lines[index]! }))
}
