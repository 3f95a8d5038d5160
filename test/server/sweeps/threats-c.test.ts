import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createChance } from '../../generated/chance.ts'
import { FILLINGS, incoherences, pagedLists, shuffleList } from '../../generated/lists.ts'
import { startWorld } from '../../generated/start-world.ts'
import { PATIENT_MS, sendBytes } from '../../generated/wire.ts'
import { sample } from '../../support/sample.ts'
import { KEY } from '../../support/server.ts'

/* Group C of the threats: pages of lists. Each test is one row, for every list. */

const lists = pagedLists().map((list) => ({ ...list, target: `/api${list.endpoint.path}` }))

test('every paginated list declares how it is filled', () => {
  expect(Object.keys(FILLINGS).sort()).toEqual(lists.map(({ name }) => name).sort())
})

const noPage = ['0', '-1', '1.5', '1e3', '0x10', '', ' 5', 'x', '%00', '9'.repeat(400), '+1', '٢']
const noPerPage = [...noPage, '101', '1000', '9e15', '00000000000', 'null']

test.each(lists)(
  'C1 $name treats an invalid page as the first and rejects an invalid per_page',
  async (list) => {
    const { wire } = await startWorld()
    const get = (query: string) => wire.send('GET', `${list.target}?${query}`)
    const first = (await get('page=1')).text
    const bad = noPage.map((value) => (value.startsWith('%') ? value : encodeURIComponent(value)))
    const queries = [...bad.map((page) => `page=${page}`), 'page=2&page=3', 'page[]=2', 'page']
    for (const query of queries) {
      const answer = await get(query)
      expect([query, answer.status, answer.text]).toEqual([query, 200, first])
    }
    expect(JSON.parse((await get('page=900000000000000')).text)).toMatchObject({
      current_page: 900_000_000_000_000,
      data: [],
    })
    const values = noPerPage.map((value) =>
      value.startsWith('%') ? value : encodeURIComponent(value),
    )
    for (const query of [...values.map((value) => `per_page=${value}`), 'per_page=5&per_page=5']) {
      const answer = await get(query)
      const { message, errors } = JSON.parse(answer.text)
      expect([query, answer.status, message, Object.keys(errors)]).toEqual([
        query,
        422,
        'The given data was invalid.',
        ['per_page'],
      ])
    }
    for (const perPage of [1, 100])
      expect(JSON.parse((await get(`per_page=${perPage}`)).text).per_page).toBe(perPage)
    expect((await get('per_page[]=1&page[]=x')).text).toBe(first)
  },
)

test.each(lists)('C2 $name beyond its end is empty and reports the total', async ({ target }) => {
  const { wire } = await startWorld()
  const get = async (page: number) =>
    JSON.parse((await wire.send('GET', `${target}?page=${page}&per_page=1`)).text)
  const { total, last_page } = await get(1)
  expect(total).toBeGreaterThan(0)
  for (const page of [last_page + 1, last_page + 50, 2 ** 40]) {
    const beyond = await get(page)
    expect(beyond).toMatchObject({
      current_page: page,
      data: [],
      from: null,
      to: null,
      total,
      last_page,
      next_page_url: null,
      prev_page_url: expect.stringContaining(`page=${page - 1}`),
    })
  }
})

const SEED = 20_260_101
/** Data sets per list; `npm run torture -- api` uses a thousand. */
const DATA_SETS = sample(3, 25)

test.each(lists)(
  'C3 the pages of $name contain every row once, in order, with consistent counts',
  async (list) => {
    const made = await startWorld()
    const filling = FILLINGS[list.name]!
    const chance = createChance(SEED)
    for (let count = 0; count < DATA_SETS; count += 1) {
      await shuffleList(made, filling, chance)
      const perPage = 1 + chance.below(count % 2 === 0 ? 100 : 12)
      expect(await incoherences(made, list, filling, perPage)).toEqual([])
    }
  },
  30_000,
)

const FILTERS: Readonly<Record<string, string>> = {
  listConversations: 'type=widget&assistant_id=5001&date_from=2020-01-01&date_to=2030-01-01',
  listCalls:
    'status=failed&type=inbound&phone_number=%2B49%20%2830%29%20%27x%27%21%2A&campaign_id=7',
  listSms: 'status=failed&to=%2B4930%26page%3D9&date_to=2030-01-01',
}

test.each(lists)(
  'C4 the page URLs of $name contain the filters and nothing else',
  async ({ name, target }) => {
    const { wire, server } = await startWorld()
    const filters = FILTERS[name] ?? ''
    const key = encodeURIComponent(KEY)
    const answer = await wire.send(
      'GET',
      `${target}?api_key=${key}&x=1&${filters}&per_page=1&page=3&__proto__=1`,
      {
        headers: {
          'x-forwarded-host': 'evil.test',
          'x-forwarded-proto': 'https',
          forwarded: 'host=evil.test',
        },
      },
    )
    const page = JSON.parse(answer.text)
    const urls = [page.first_page_url, page.last_page_url, page.prev_page_url, page.next_page_url]
    const all = [...urls, ...page.links.map(({ url }: { url: string | null }) => url)]
    const sent = new URLSearchParams(filters)
    for (const url of all.filter((each) => each !== null)) {
      expect(url.startsWith(`${server.url}${target}?`)).toBe(true)
      const { searchParams } = new URL(url)
      searchParams.delete('page')
      expect(Object.fromEntries(searchParams)).toEqual({
        ...Object.fromEntries(sent),
        per_page: '1',
      })
    }
    expect(page.path).toBe(`${server.url}${target}`)
    expect(JSON.stringify(page)).not.toContain('evil')
    expect(JSON.stringify(page)).not.toContain(key)
    const wrongHost = await sendBytes(
      server.url,
      `GET ${target} HTTP/1.1\r\nHost: evil.test\r\nAuthorization: Bearer ${KEY}\r\nConnection: close\r\n\r\n`,
      PATIENT_MS,
    )
    expect(wrongHost).toMatch(/^HTTP\/1\.1 421 /)
  },
)

test('C4 behind a public address the page URLs have that address, whatever the Host', async () => {
  const made = await startWorld({ publicUrl: 'https://chat.example.com' })
  for (const { target } of lists) {
    // Leads are paginated only when the request has a parameter.
    const page = (await made.wire.send('GET', `${target}?per_page=5`)).text
    const { first_page_url, path } = JSON.parse(page)
    expect(path).toBe(`https://chat.example.com${target}`)
    expect(first_page_url).toBe(`https://chat.example.com${target}?per_page=5&page=1`)
  }
})

const dated = lists.filter(({ endpoint }) => 'date_from' in endpoint.query!.shape)

test.each(dated)(
  'C5 $name rejects invalid dates, and a range that ends before it starts',
  async ({ target }) => {
    const { wire } = await startWorld()
    const faults = async (query: string) => {
      const { status, text } = await wire.send('GET', `${target}?${query}`)
      return status === 200 ? [] : [status, ...Object.keys(JSON.parse(text).errors)]
    }
    const none = ['2024-02-30', '2023-02-29', '0000-01-01', '10000-01-01', '2024-1-1', '2024-13-01']
    const more = [
      '',
      'x',
      '2024-01-01T00:00',
      '20240101',
      '-2024-01-01',
      '2024-01-01%00',
      '2024-00-10',
    ]
    for (const day of [...none, ...more]) {
      for (const field of ['date_from', 'date_to'])
        expect([day, await faults(`${field}=${day}`)]).toEqual([day, [422, field]])
    }
    expect(await faults('date_from=2024-03-02&date_to=2024-03-01')).toEqual([422, 'date_to'])
    for (const good of [
      'date_from=2024-02-29',
      'date_from=2024-03-01&date_to=2024-03-01',
      'date_to=9999-12-31',
    ])
      expect([good, await faults(good)]).toEqual([good, []])
  },
)

test('C6 deep pages of long lists are covered by the test of counted lists', () => {
  const file = path.join(import.meta.dirname, '../long/counted-lists.test.ts')
  expect(readFileSync(file, 'utf8')).toMatch(/^test\(/m)
})
