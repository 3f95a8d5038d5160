import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Purpose } from './enums.ts'
import { ExportQuery, exportOf } from './export.ts'
import { issue } from './faults.ts'
import { DateRange, inOrder, OUT_OF_ORDER, pageOf, pageQuery } from './page.ts'
import {
  DateTime,
  Day,
  dollars,
  Id,
  INEXACT,
  isExact,
  optional,
  ReplyId,
  requiredText,
  Timezone,
  text,
} from './scalars.ts'

/** Maximum amount added to a balance at once, USD. */
export const MAX_TOP_UP = 1_000_000

/** Maximum price of a segment or a minute, USD. */
const MAX_PRICE = 1000

/** An entry of the ledger. Amounts are USD with at most six decimals. */
export const LedgerEntry = z.object({
  id: ReplyId,
  kind: z
    .string()
    .describe(
      '`top_up`, or the purpose and step of a charge: `sms.hold`, `sms.settled`, `sms.extra`, and the same for `messenger`, `call`, `llm` and `number`.',
    ),
  amount: z.number().describe('Amount, negative if it was deducted from the balance.'),
  balance: z.number().describe('Balance after the entry.'),
  reference: z
    .string()
    .nullable()
    .describe(
      'Id of the message, call or model request that the entry belongs to, or of the phone number and its month.',
    ),
  note: z.string().nullable(),
  created_at: DateTime,
})
export type LedgerEntry = z.output<typeof LedgerEntry>

const LedgerFilter = z
  .object({
    kind: Purpose.optional().describe('Entries of this `kind`, or of its steps.'),
  })
  .extend(DateRange.shape)

export const listLedger = endpoint({
  method: 'get',
  path: '/user/ledger',
  capability: 'spending',
  summary: 'List ledger entries, newest first; their sum is the balance',
  query: pageQuery(15).extend(LedgerFilter.shape).refine(inOrder, OUT_OF_ORDER),
  reply: pageOf(LedgerEntry),
})

export const exportLedger = exportOf({
  path: '/user/ledger/export',
  alsoNeeds: 'spending',
  summary: 'Export all matching ledger entries as a file',
  item: LedgerEntry,
  query: LedgerFilter.extend(ExportQuery.shape).refine(inOrder, OUT_OF_ORDER),
})

/** Maximum length of a daily spending report, days. */
const MAX_DAYS = 366

export const getSpending = endpoint({
  method: 'get',
  path: '/user/ledger/spending',
  capability: 'spending',
  summary: 'Get daily spending by purpose',
  query: z.object({
    timezone: Timezone.default('UTC').describe('Timezone in which days start and end.'),
    days: z
      .string()
      .regex(/^\d{1,3}$/, { error: issue('not_an_integer') })
      .transform(Number)
      .pipe(z.int().min(1).max(MAX_DAYS))
      .default(30)
      .meta({ type: 'integer', minimum: 1, maximum: MAX_DAYS, default: 30 })
      .describe('Number of days up to and including today.'),
  }),
  reply: z.object({
    days: z.array(
      z.object({
        day: Day,
        sms: z.number(),
        messenger: z.number(),
        call: z.number(),
        llm: z.number(),
        number: z.number(),
        top_up: z.number().describe('Amount topped up.'),
      }),
    ),
  }),
})

export const topUpBalance = endpoint({
  method: 'post',
  path: '/user/ledger',
  capability: 'server.accounts',
  summary: 'Top up the balance of an account',
  body: z.object({
    amount: z
      .number()
      .positive({ error: issue('not_positive') })
      .max(MAX_TOP_UP)
      .refine(isExact, INEXACT),
    note: optional(text(255)),
    user_id: optional(Id).describe('Id of the account; the caller’s own if omitted.'),
  }),
  status: 201,
  refusals: ['account_not_found'],
  examples: { reply: { message: 'Balance topped up successfully' } },
  reply: z.object({ message: z.string(), data: LedgerEntry }),
})

/** Prices of messages and calls to a country, USD; null if it is not available. */
export const Price = z.object({
  country: z.string().describe('ISO 3166 code, two capital letters.'),
  sms_price: z.number().nullable().describe('Price per segment.'),
  call_price: z.number().nullable().describe('Price per started minute.'),
  messenger_price: z.number().nullable().describe('Price per message of the messaging channel.'),
})
export type Price = z.output<typeof Price>

const Amount = dollars(MAX_PRICE)

const NUMBER = { error: issue('not_a_number') }

/** An amount as a number, or as text in the cell of a CSV file. */
const Cell = z
  .union([z.number(), z.string().regex(/^-?\d{1,12}(\.\d{1,12})?$/, NUMBER)], NUMBER)
  .transform(Number)
  .pipe(Amount)

const Country = z
  .string()
  .regex(/^[a-z]{2}$/i, { error: issue('not_selectable') })
  .transform((code) => code.toUpperCase())

export const listPrices = endpoint({
  method: 'get',
  path: '/user/prices',
  capability: 'directory',
  summary: 'List prices by country',
  reply: z.array(Price),
})

export const findPrice = endpoint({
  method: 'get',
  path: '/user/prices/number',
  capability: 'directory',
  summary: 'Get the price of a message or a call to a number',
  query: z.object({
    phone_number: requiredText(255).meta({ examples: ['+4930123456'] }),
  }),
  examples: { query: { phone_number: '+4930123456' } },
  reply: z.object({
    phone_number: z.string().describe('E.164.'),
    ...Price.shape,
  }),
})

export const updatePrice = endpoint({
  method: 'put',
  path: '/user/prices/:country',
  capability: 'server.providers',
  summary: 'Set the prices of a country; null means not sold, omitted prices are unchanged',
  params: z.object({ country: z.string().transform((code) => code.toUpperCase()) }),
  body: z.object({
    sms_price: Amount.nullable().optional(),
    call_price: Amount.nullable().optional(),
    messenger_price: Amount.nullable().optional(),
  }),
  reply: z.object({ message: z.string(), data: Price }),
  refusals: ['country_not_found'],
  examples: { body: { sms_price: 0.0079, call_price: 0.014 } },
})

export const importPrices = endpoint({
  method: 'post',
  path: '/user/prices/import',
  capability: 'server.providers',
  summary: 'Set the prices of several countries, all or nothing',
  description:
    'As JSON, or as CSV with the header `country,sms_price,call_price`, and `messenger_price` if it is to change. An empty price means not sold; `rows.0` in an error is the first row after the header.',
  csv: 'rows',
  body: z.object({
    rows: z
      .array(
        z.object({
          country: Country,
          sms_price: Cell.nullable().optional(),
          call_price: Cell.nullable().optional(),
          messenger_price: Cell.nullable().optional(),
        }),
      )
      .min(1)
      .max(1000),
  }),
  examples: { body: { rows: [{ country: 'US', sms_price: 0.0079, call_price: 0.014 }] } },
  reply: z.object({ message: z.string(), data: z.object({ imported: z.int() }) }),
})
