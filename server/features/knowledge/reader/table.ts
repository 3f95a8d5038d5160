import { CsvError, parse } from 'csv-parse/sync'
import { DELIMITERS, detectDelimiter } from '#contracts/csv-format.ts'
import { fault } from '#contracts/faults.ts'
import { asText, cleanText, type MarkedText } from './marked-text.ts'
import { Unreadable } from './unreadable.ts'

/** A CSV file: each row becomes a line with column names, "Product: Tent; Price: 120". */
export function readTable(source: string): MarkedText {
  let names: readonly string[] | undefined
  // Row by row, so that a large table is never in memory as cells.
  const lines = parseRows(source, (cells) => {
    if (names) return asText(sentence(names, cells))
    names = cells
    return ''
  })
  return { text: cleanText(lines.length > 0 ? lines.join('\n') : (names ?? []).join('; ')) }
}

function parseRows(source: string, each: (cells: readonly string[]) => string): string[] {
  try {
    const lines = parse(source, {
      bom: true,
      delimiter: DELIMITERS[detectDelimiter(source)],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      on_record(cells: string[]) {
        const line = each(cells)
        return line === '' ? null : [line]
      },
    })
    return lines.flat()
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Unreadable(fault('table_quote_open'), {
      cause: error,
    })
  }
}

function sentence(names: readonly string[], cells: readonly string[]): string {
  return cells
    .map((cell, index) => [names[index] ?? '', cell.replace(/\s+/g, ' ')] as const)
    .filter(([, cell]) => cell !== '')
    .map(([name, cell]) => (name === '' ? cell : `${name}: ${cell}`))
    .join('; ')
}
