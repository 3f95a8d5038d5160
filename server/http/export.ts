import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { Request, Response } from 'express'
import type { z } from 'zod'
import { TOTAL_HEADER } from '#contracts/constants.ts'
import type { ExportFormat } from '#contracts/export.ts'

interface ExportCall {
  readonly req: Request
  readonly res: Response
  readonly query: { readonly format: ExportFormat; readonly bom: '0' | '1' }
}

interface ExportOf<row> {
  /** Name of the file, without its ending. */
  readonly name: string
  readonly total: number
  /** The schema of what is shown: its fields are the columns of a CSV. */
  readonly item: z.ZodObject
  /** The rows in slices. The next slice is asked for when the one before has left and others have had their turn. */
  readonly slices: Iterable<readonly row[]>
  /** A row as the list shows it. */
  readonly show: (row: row) => object
}

/** Rows of a slice: few enough that nobody else waits for it. */
export const SLICE = 200

/** Bytes that say UTF-8 to a spreadsheet. */
const BOM = '\uFEFF'

/**
 * Streams everything that a list holds as a file. It waits for a slow reader, lets other requests in between slices and
 * stops when the reader is gone; what goes wrong in the middle cuts the connection, so that no half file looks whole.
 * @returns what the endpoint's handler returns: everything has been sent
 */
export async function sendExport<row>(
  { req, res, query: { format, bom } }: ExportCall,
  { name, total, item, slices, show }: ExportOf<row>,
): Promise<never[]> {
  res.writeHead(200, {
    'Content-Type':
      format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
    'Cache-Control': 'no-store',
    [TOTAL_HEADER]: total,
  })
  if (req.method === 'HEAD') {
    res.end()
    return []
  }
  const columns = Object.keys(item.shape)
  const { head, print, foot } = format === 'csv' ? asCsv(columns, bom === '1') : asJson()
  res.write(head)
  for (const rows of slices) {
    if (!(await sent(res, print(rows.map(show))))) return []
    await setImmediate()
  }
  res.end(foot)
  return []
}

/** Writes, and waits until the reader can take more; false when it is gone. */
export async function sent(res: Response, text: string | Uint8Array): Promise<boolean> {
  if (!res.write(text) && !res.destroyed) {
    const gone = new AbortController()
    const onClose = () => gone.abort()
    res.once('close', onClose)
    await once(res, 'drain', { signal: gone.signal }).catch(() => undefined)
    res.off('close', onClose)
  }
  return !res.destroyed
}

interface Shape {
  readonly head: string
  readonly print: (rows: readonly object[]) => string
  readonly foot: string
}

function asJson(): Shape {
  let isFirst = true
  return {
    head: '[',
    print(rows) {
      const lines = rows.map((row) => JSON.stringify(row)).join(',\n')
      const text = isFirst || lines === '' ? lines : `,\n${lines}`
      if (lines !== '') isFirst = false
      return text
    },
    foot: ']\n',
  }
}

function asCsv(columns: readonly string[], hasBom: boolean): Shape {
  const options = {
    columns: [...columns],
    record_delimiter: '\r\n',
    quoted_match: /^'/,
    cast: { string: harmless, boolean: String },
  }
  return {
    head: (hasBom ? BOM : '') + stringify([[...columns]], { record_delimiter: '\r\n' }),
    print: (rows) => stringify([...rows], options),
    foot: '',
  }
}

/**
 * Text that a spreadsheet would calculate gets an apostrophe in front, also after a separator of other locales; a
 * telephone number is none.
 */
function harmless(text: string): string {
  const inside = text.replace(/([;,\t]\s*)(?=[=+\-@＝＋－＠])/g, "$1'")
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^\+\d+$/.test(text) ? `'${inside}` : inside
}
