import { parseArgs } from 'node:util'
import type { Amounts } from './fill.ts'

/** An invalid option; the message names it and the reason. */
export class UsageError extends Error {}

const HELP = `Fills a Parley data folder with invented rows of the last two years.

  npm run seed -- --conversations 1000000 --calls 1000000 --sms 100000

  --conversations N   chat conversations [1000]
  --calls N           calls [1000]
  --sms N             text messages [0]
  --data-dir FOLDER   the data folder [PARLEY_DATA_DIR, or the one of this computer]
  --seed N            the same number gives the same rows [1]
  --until DAY         the day after the newest row, YYYY-MM-DD, UTC [today]

Parley must not be running on that folder.`

const DAY = 86_400_000

/** Options of `npm run seed`. */
export interface Options {
  readonly amounts: Amounts
  readonly dataDir: string | undefined
  readonly seed: number
  readonly until: number
}

/**
 * Reads the command line; undefined after printing the requested help.
 * @throws UsageError
 */
export function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      conversations: { type: 'string', default: '1000' },
      calls: { type: 'string', default: '1000' },
      sms: { type: 'string', default: '0' },
      'data-dir': { type: 'string' },
      seed: { type: 'string', default: '1' },
      until: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return undefined
  }
  return {
    amounts: {
      conversations: count('conversations', values.conversations),
      calls: count('calls', values.calls),
      sms: count('sms', values.sms),
    },
    dataDir: values['data-dir'],
    seed: count('seed', values.seed),
    until: day(values.until),
  }
}

/** Reports whether an error is a usage error, with a message for the user. */
export function isUsage(error: unknown): error is Error {
  const { code } = error as { code?: string }
  return error instanceof UsageError || (code?.startsWith('ERR_PARSE_ARGS') ?? false)
}

function count(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--${name} is "${text}"; it should be a whole number.`)
}

function day(text: string | undefined): number {
  if (text === undefined) return Math.floor(Date.now() / DAY) * DAY
  const start = Date.parse(`${text}T00:00:00Z`)
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(start)) return start
  throw new UsageError(`--until is "${text}"; it should be a day such as 2026-01-31.`)
}
