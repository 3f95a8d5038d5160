import { z } from 'zod'
import { issue } from './faults.ts'
import { Day } from './scalars.ts'

/** Maximum number of items per page. */
const MAX_PER_PAGE = 100

const PER_PAGE = issue('not_between', { min: 1, max: MAX_PER_PAGE })

/** `page` and `per_page` of every list. A `page` that is not a positive integer counts as page 1 (a convention of the API family). */
export const pageQuery = (perPage: number) =>
  z.object({
    page: z
      .unknown()
      .optional()
      .transform((value) => pageNumber(value))
      .meta({ type: 'integer', minimum: 1, default: 1, description: 'Page number.' }),
    per_page: z
      .string({ error: issue('not_an_integer') })
      .regex(/^\d{1,9}$/, { error: issue('not_an_integer') })
      .transform(Number)
      .pipe(z.int().min(1, { error: PER_PAGE }).max(MAX_PER_PAGE, { error: PER_PAGE }))
      .default(perPage)
      .meta({ type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: perPage }),
  })

function pageNumber(value: unknown): number {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : 1
}

/** `date_from` and `date_to`: whole days in UTC, both inclusive. */
export const DateRange = z.object({
  date_from: Day.optional(),
  date_to: Day.optional(),
})

/** Reports whether the date range of a query does not end before it starts. */
export function inOrder<
  shape extends { date_from?: string | undefined; date_to?: string | undefined },
>(query: shape): boolean {
  return !query.date_from || !query.date_to || query.date_from <= query.date_to
}

/** Error for a range that ends before it starts. */
export const OUT_OF_ORDER = {
  error: issue('before_start', { other: 'date_from' }),
  path: ['date_to'],
}

export const PageLink = z.object({
  url: z.string().nullable(),
  label: z.string(),
  active: z.boolean(),
})

/** The pagination envelope, with its keys in the order of the API description. */
export const pageOf = <item extends z.ZodType>(item: item) =>
  z.object({
    current_page: z.int(),
    data: z.array(item),
    first_page_url: z.string(),
    from: z.int().nullable(),
    last_page: z.int(),
    last_page_url: z.string(),
    links: z.array(PageLink),
    next_page_url: z.string().nullable(),
    path: z.string(),
    per_page: z.int(),
    prev_page_url: z.string().nullable(),
    to: z.int().nullable(),
    total: z.int(),
  })

/** A page that starts at a place in a list instead of a number. */
export const cursorPageOf = <item extends z.ZodType>(item: item) =>
  z.object({
    data: z.array(item),
    path: z.string(),
    per_page: z.int(),
    next_cursor: z.string().nullable(),
    prev_cursor: z.string().nullable(),
  })

/** One such page. */
export interface CursorPage<item> {
  data: item[]
  path: string
  per_page: number
  next_cursor: string | null
  prev_cursor: string | null
}

/** One page of a list. */
export interface Page<item> {
  current_page: number
  data: item[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: z.output<typeof PageLink>[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}
