/** A row of a report: its name, then its figures. */
export type Row = readonly [name: string, ...figures: string[]]

/** Writes a report; a part of the bench calls it for each of its tables. */
export type Report = (title: string, rows: readonly Row[]) => void

/** A title and a table below it, each column as wide as its widest cell; columns of bare numbers are right-aligned. */
export function reportText(title: string, rows: readonly Row[]): string {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const columns = Array.from({ length: count }, (_, place) => {
    const cells = rows.map((row) => row[place] ?? '')
    return {
      width: Math.max(...cells.map((cell) => cell.length)),
      isNumeric: cells.every((cell) => /^[\d.,]*$/.test(cell)),
    }
  })
  const lines = rows.map((row) =>
    columns
      .map(({ width, isNumeric }, place) =>
        isNumeric ? (row[place] ?? '').padStart(width) : (row[place] ?? '').padEnd(width),
      )
      .join('  ')
      .trimEnd(),
  )
  return `${[title, ...lines.map((line) => `  ${line}`)].join('\n')}\n`
}
