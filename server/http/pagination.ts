import type { Page } from '#contracts/page.ts'

/** Rows `offset` to `offset + limit` of a list. */
export interface Slice {
  readonly limit: number
  readonly offset: number
}

/** Builds the requested page from a total and a function that reads a slice. */
export interface Pager {
  of<row>(total: number, rows: (slice: Slice) => row[]): Page<row>
}

interface PageRequest {
  /** Address of the list without its query. */
  readonly path: string
  /** The caller's own parameters without `page`, in order, filters before `per_page`. */
  readonly sent: readonly (readonly [string, string])[]
  readonly page: number
  readonly perPage: number
}

/** Up to this number of pages, all are linked. */
const MAX_FULLY_LINKED = 13

/** Builds the envelope of one list request (docs/spec/decisions.md, section 2, "Pagination" and "links"). */
export function createPager({ path, sent, page, perPage }: PageRequest): Pager {
  const query = sent.map(([name, value]) => `${encode(name)}=${encode(value)}&`).join('')
  const url = (number: number) => `${path}?${query}page=${number}`

  return {
    of(total, rows) {
      const offset = (page - 1) * perPage
      const data = offset < total ? rows({ limit: perPage, offset }) : []
      const lastPage = Math.max(1, Math.ceil(total / perPage))
      const previous = page > 1 ? url(page - 1) : null
      const next = page < lastPage ? url(page + 1) : null
      return {
        current_page: page,
        data,
        first_page_url: url(1),
        from: data.length > 0 ? offset + 1 : null,
        last_page: lastPage,
        last_page_url: url(lastPage),
        links: [
          { url: previous, label: '&laquo; Previous', active: false },
          ...linkedPages(page, lastPage).map((number) =>
            number === null
              ? { url: null, label: '...', active: false }
              : { url: url(number), label: String(number), active: number === page },
          ),
          { url: next, label: 'Next &raquo;', active: false },
        ],
        next_page_url: next,
        path,
        per_page: perPage,
        prev_page_url: previous,
        to: data.length > 0 ? offset + data.length : null,
        total,
      }
    },
  }
}

/** The page numbers between "Previous" and "Next"; null is a gap. */
export function linkedPages(current: number, last: number): (number | null)[] {
  if (last <= MAX_FULLY_LINKED) return range(1, last)
  if (current <= 7) return [...range(1, 10), null, last - 1, last]
  if (current > last - 7) return [1, 2, null, ...range(last - 9, last)]
  return [1, 2, null, ...range(current - 3, current + 3), null, last - 1, last]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Percent-encodes by RFC 3986, including the reserved characters that encodeURIComponent leaves. */
function encode(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
