import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './page.ts'
import { DateTime, optional, ReplyId, text } from './scalars.ts'

/** Most that is added to a balance at once, USD. */
export const MAX_TOP_UP = 1_000_000

/** Highest price of a segment or a minute, USD. */
const MAX_PRICE = 1000

/** Whether dollars are a whole number of micro-dollars, but for what sums like 0.1 + 0.2 leave behind. */
function isExact(dollars: number): boolean {
  const rounded = Number(dollars.toFixed(6))
  return Math.abs(dollars - rounded) < 1e-9 && (rounded !== 0 || dollars === 0)
}
const EXACT = { error: 'The :attribute must not have more than 6 decimal places.' }

/** An entry of the ledger. Amounts are USD with at most six decimals. */
export const LedgerEntry = z.object({
  id: ReplyId,
  kind: z
    .string()
    .describe(
      '`top_up`, or what it was spent on and the step: `sms.hold`, `sms.settled`, `sms.extra`, and the same for `call`.',
    ),
  amount: z.number().describe('Below zero when it was taken from the balance.'),
  balance: z.number().describe('The balance after it.'),
  reference: z.string().nullable().describe('Id of the message or call that it belongs to.'),
  note: z.string().nullable(),
  created_at: DateTime,
})
export type LedgerEntry = z.output<typeof LedgerEntry>

export const listLedger = endpoint({
  method: 'get',
  path: '/user/ledger',
  summary: 'The ledger of the account, newest first; the balance is its sum',
  query: pageQuery(15),
  reply: pageOf(LedgerEntry),
})

export const topUpBalance = endpoint({
  method: 'post',
  path: '/user/ledger',
  summary: 'Add to the balance of the account',
  body: z.object({
    amount: z
      .number()
      .positive({ error: 'The :attribute must be greater than 0.' })
      .max(MAX_TOP_UP)
      .refine(isExact, EXACT),
    note: optional(text(255)),
  }),
  status: 201,
  examples: { reply: { message: 'Balance topped up successfully' } },
  reply: z.object({ message: z.string(), data: LedgerEntry }),
})

/** What messages and calls to a country cost, USD; null where it is not sold. */
export const Price = z.object({
  country: z.string().describe('ISO code, two capital letters.'),
  sms_price: z.number().nullable().describe('For one segment.'),
  call_price: z.number().nullable().describe('For each started minute.'),
})
export type Price = z.output<typeof Price>

const Amount = z
  .number()
  .min(0, { error: `The :attribute must be between 0 and ${MAX_PRICE}.` })
  .max(MAX_PRICE, { error: `The :attribute must be between 0 and ${MAX_PRICE}.` })
  .refine(isExact, EXACT)

const NUMBER = { error: 'The :attribute must be a number.' }

/** An amount that may also be text, as every cell of a CSV file is. */
const Cell = z
  .union([z.number(), z.string().regex(/^-?\d{1,12}(\.\d{1,12})?$/, NUMBER)], NUMBER)
  .transform(Number)
  .pipe(Amount)

const Country = z
  .string()
  .regex(/^[a-z]{2}$/i, { error: 'The selected :attribute is invalid.' })
  .transform((code) => code.toUpperCase())

export const listPrices = endpoint({
  method: 'get',
  path: '/user/prices',
  summary: 'Prices by country',
  reply: z.array(Price),
})

export const updatePrice = endpoint({
  method: 'put',
  path: '/user/prices/:country',
  summary: 'Set the prices of a country; null is not sold, and what is not sent stays',
  plane: 'owner',
  params: z.object({ country: z.string().transform((code) => code.toUpperCase()) }),
  body: z.object({
    sms_price: Amount.nullable().optional(),
    call_price: Amount.nullable().optional(),
  }),
  reply: z.object({ message: z.string(), data: Price }),
  refusals: { 404: ['Country not found'] },
  examples: { body: { sms_price: 0.0079, call_price: 0.014 } },
})

export const importPrices = endpoint({
  method: 'post',
  path: '/user/prices/import',
  summary: 'Set the prices of many countries, all or none of them',
  description:
    'As JSON, or as CSV with the header `country,sms_price,call_price`. An empty price is not sold; `rows.0` in an error is the first row beneath the header.',
  plane: 'owner',
  csv: 'rows',
  body: z.object({
    rows: z
      .array(
        z.object({
          country: Country,
          sms_price: Cell.nullable().optional(),
          call_price: Cell.nullable().optional(),
        }),
      )
      .min(1)
      .max(1000),
  }),
  examples: { body: { rows: [{ country: 'US', sms_price: 0.0079, call_price: 0.014 }] } },
  reply: z.object({ message: z.string(), data: z.object({ imported: z.int() }) }),
})
