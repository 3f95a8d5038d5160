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
  /** Name of the file, without extension. */
  readonly name: string
  readonly total: number
  /** Schema of an exported item: its fields are the CSV columns. */
  readonly item: z.ZodObject
  /**
   * The rows in slices. The next slice is requested after the previous one has been sent and other requests had their
   * turn.
   */
  readonly slices: Iterable<readonly row[]>
  /** Converts a row as in the list. */
  readonly show: (row: row) => object
}

/** Rows per slice, few enough not to block others. */
export const SLICE = 200

/** Byte order mark that identifies UTF-8 to spreadsheets. */
const BOM = '\uFEFF'

/**
 * Streams a whole list as a file. Applies backpressure, yields to other requests between slices, and stops when the
 * client disconnects; an error on the way cuts the connection, so that a partial file never looks complete.
 * @returns the result of the endpoint's handler, once everything has been sent
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

/** Writes with backpressure; false if the client has disconnected. */
export async function sent(res: Response, text: string | Uint8Array): Promise<boolean> {
  if (!res.write(text) && !res.destroyed) {
    const disconnected = new AbortController()
    const onClose = () => disconnected.abort()
    res.once('close', onClose)
    await once(res, 'drain', { signal: disconnected.signal }).catch(() => undefined)
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
 * Prefixes an apostrophe to text that a spreadsheet would evaluate as a formula, also after separators of other
 * locales; telephone numbers are left alone.
 */
function harmless(text: string): string {
  const inside = text.replace(/([;,\t]\s*)(?=[=+\-@＝＋－＠])/g, "$1'")
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^\+\d+$/.test(text) ? `'${inside}` : inside
}
