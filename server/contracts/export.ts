import { z } from 'zod'
import type { Capability } from './capabilities.ts'
import { TOTAL_HEADER } from './constants.ts'
import { type Endpoint, endpoint } from './endpoint.ts'

export const ExportFormat = z.enum(['csv', 'json'])
export type ExportFormat = z.output<typeof ExportFormat>

/** Query parameters of every export, in addition to the filters of its list. */
export const ExportQuery = z.object({
  format: ExportFormat.default('csv'),
  bom: z
    .enum(['0', '1'])
    .default('0')
    .describe(
      '`1` starts a CSV file with a byte order mark, which spreadsheets need to recognise UTF-8.',
    ),
})

interface ExportSpec<item extends z.ZodObject, query extends z.ZodObject> {
  readonly path: string
  readonly summary: string
  /** One row: the same object as in the list. */
  readonly item: item
  /** The filters of the list and those of `ExportQuery`. */
  readonly query: query
  /** Default: `exports`. */
  readonly capability?: Capability
  /** Capability that its list needs. */
  readonly alsoNeeds?: Capability
}

const DESCRIPTION = `A file, streamed while it is read: CSV (RFC 4180, UTF-8, a header row, objects as JSON in their cells; text that a spreadsheet would take for a formula has an apostrophe in front) or a JSON array of the very objects of the list. The header \`${TOTAL_HEADER}\` says how many rows there are. A connection that is cut before the end is an error, never a shorter file.`

/** Declares an endpoint that exports everything matching a list's filters as one file. */
export function exportOf<item extends z.ZodObject, query extends z.ZodObject>({
  path,
  summary,
  item,
  query,
  capability = 'exports',
  alsoNeeds,
}: ExportSpec<item, query>): Endpoint<
  z.ZodObject<{}>,
  query,
  z.ZodObject<{}>,
  z.ZodArray<item>,
  'operator'
> {
  return endpoint({
    method: 'get',
    path,
    capability,
    ...(alsoNeeds && { alsoNeeds }),
    summary,
    description: DESCRIPTION,
    stream: true,
    download: 'rows',
    query,
    reply: z.array(item),
  })
}
