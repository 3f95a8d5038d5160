import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPager, linkedPages } from '../../server/http/pagination.ts'

const rows = (total: number) => Array.from({ length: total }, (_, index) => index)

function pageOf(total: number, page: number, perPage: number, sent: [string, string][] = []) {
  const all = rows(total)
  const pager = createPager({ path: 'http://x/api/list', sent, page, perPage })
  return pager.of(total, ({ limit, offset }) => all.slice(offset, offset + limit))
}

test('the envelope has its keys in the documented order', () => {
  expect(Object.keys(pageOf(40, 2, 15))).toEqual([
    'current_page',
    'data',
    'first_page_url',
    'from',
    'last_page',
    'last_page_url',
    'links',
    'next_page_url',
    'path',
    'per_page',
    'prev_page_url',
    'to',
    'total',
  ])
})

test('a list’s pages contain each item once, with consistent counts', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.integer({ min: 1, max: 100 }), (total, perPage) => {
      const lastPage = Math.max(1, Math.ceil(total / perPage))
      const pages = Array.from({ length: lastPage }, (_, index) =>
        pageOf(total, index + 1, perPage),
      )
      expect(pages.flatMap(({ data }) => data)).toEqual(rows(total))
      for (const [index, page] of pages.entries()) {
        expect(page).toMatchObject({
          total,
          last_page: lastPage,
          per_page: perPage,
          current_page: index + 1,
        })
        expect(page.from).toBe(total === 0 ? null : index * perPage + 1)
        expect(page.to).toBe(total === 0 ? null : index * perPage + page.data.length)
        expect(page.prev_page_url === null).toBe(index === 0)
        expect(page.next_page_url === null).toBe(index + 1 === lastPage)
        expect(page.links.filter(({ active }) => active).map(({ label }) => label)).toEqual([
          `${index + 1}`,
        ])
      }
    }),
  )
})

test('a page beyond the end is empty and points back', () => {
  expect(pageOf(31, 9, 15)).toMatchObject({
    current_page: 9,
    data: [],
    from: null,
    to: null,
    last_page: 3,
    total: 31,
    next_page_url: null,
    prev_page_url: 'http://x/api/list?page=8',
  })
})

test('page URLs contain the filters, then per_page, then the page, encoded by RFC 3986', () => {
  const page = pageOf(40, 1, 15, [
    ['type', 'widget'],
    ['phone_number', "+1 (415)'!*"],
    ['per_page', '15'],
  ])
  expect(page.next_page_url).toBe(
    'http://x/api/list?type=widget&phone_number=%2B1%20%28415%29%27%21%2A&per_page=15&page=2',
  )
  expect(page.path).toBe('http://x/api/list')
})

test('the first and last links are labelled with entities, and have no URL at the ends', () => {
  expect(pageOf(5, 1, 15).links).toEqual([
    { url: null, label: '&laquo; Previous', active: false },
    { url: 'http://x/api/list?page=1', label: '1', active: true },
    { url: null, label: 'Next &raquo;', active: false },
  ])
})

const gap = null
test.each([
  [1, 13, rows(13).map((index) => index + 1)],
  [1, 14, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, gap, 13, 14]],
  [7, 20, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, gap, 19, 20]],
  [8, 20, [1, 2, gap, 5, 6, 7, 8, 9, 10, 11, gap, 19, 20]],
  [13, 20, [1, 2, gap, 10, 11, 12, 13, 14, 15, 16, gap, 19, 20]],
  [14, 20, [1, 2, gap, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]],
  [99, 20, [1, 2, gap, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]],
])('page %i of %i links to the documented pages', (current, last, linked) => {
  expect(linkedPages(current, last)).toEqual(linked)
})
