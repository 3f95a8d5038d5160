import { expect, test } from 'vitest'
import { z } from 'zod'
import { type EndpointSpec, endpoint } from '#contracts/endpoint.ts'
import { InvalidFields } from '../../server/errors.ts'
import { parseBody } from '../../server/http/parse-body.ts'
import { countTurns } from '../support/clock.ts'

const MOST = 2000

const spec = {
  method: 'post',
  path: '/things',
  summary: 'Things',
  capability: 'outreach',
  csv: 'rows',
  body: z.object({
    rows: z
      .array(z.object({ size: z.coerce.number().max(9) }))
      .min(1)
      .max(MOST),
    name: z.string(),
  }),
  reply: z.object({}),
} as const satisfies EndpointSpec<
  z.ZodObject<{}>,
  z.ZodObject<{}>,
  z.ZodObject,
  z.ZodType,
  'operator'
>
const things = endpoint(spec)

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ size: `${at % 10}` }))

/** The fields of a body as the rules saw them, and its errors or the parsed result. */
async function outcomeOf(input: unknown) {
  const seen: unknown[] = []
  const rules = (fields: object) => {
    seen.push(...Object.entries(fields).filter(([, value]) => value === undefined))
    return {}
  }
  try {
    return { parsed: await parseBody(things, input, rules, true), seen }
  } catch (error) {
    if (error instanceof InvalidFields) return { faults: error.faults, seen }
    throw error
  }
}

test('a long list is parsed item by item, and others get their turn in between', async () => {
  const { made, turns } = await countTurns(() => outcomeOf({ rows: rowsOf(MOST), name: 'a' }))
  const rows = rowsOf(MOST).map(({ size }) => ({ size: Number(size) }))
  expect(made).toEqual({ parsed: { rows, name: 'a' }, seen: [] })
  expect(turns).toBeGreaterThanOrEqual(MOST / 250)
})

test('errors in a long list name its items, alongside those of other fields', async () => {
  const rows = rowsOf(MOST)
  rows[1]!.size = '10'
  rows[1777]!.size = '11'
  expect(await outcomeOf({ rows, name: 7 })).toEqual({
    faults: {
      'rows.1.size': [{ code: 'too_large_number', params: { max: 9 } }],
      'rows.1777.size': [{ code: 'too_large_number', params: { max: 9 } }],
      name: [{ code: 'not_a_string' }],
    },
    seen: [
      ['rows', undefined],
      ['name', undefined],
    ],
  })
})

test('a list that is too long is rejected as a whole', async () => {
  expect(await outcomeOf({ rows: rowsOf(MOST + 1), name: 'a' })).toEqual({
    faults: { rows: [{ code: 'too_many_items', params: { count: MOST } }] },
    seen: [['rows', undefined]],
  })
})
