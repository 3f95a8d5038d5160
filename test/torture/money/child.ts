import path from 'node:path'
import { readConfig } from '../../../server/config.ts'
import type { Context, Outside } from '../../../server/context.ts'
import { createFormApi, formApiName } from '../../../server/providers/sms/form-api/form-api.ts'
import type { SmsProvider } from '../../../server/providers/sms/provider.ts'
import { startServer } from '../../../server/start.ts'
import { ACCOUNT, TOKEN } from '../../support/sms-provider-stand-in.ts'
import { CRASH_POINTS } from './crash-points.ts'
import { type BrokenWay, brokenWayOf } from './outcomes.ts'

/*
 * A real server process on a real folder that sends to a provider over HTTP, with an adjustable clock. It is
 * killed where its parent says: by the parent once a request has reached the provider, by itself before one
 * leaves, or in a temporary trigger on its own database connection.
 */

export interface Orders {
  /** Name of the crash point from now on. */
  readonly crashAt?: string
  /** Advances the clock, ms. */
  readonly advance?: number
}

const [folder, patienceMs, port] = process.argv.slice(2) as [string, string, string]
let offset = 0
let deadly: unknown

const die = () => process.kill(process.pid, 'SIGKILL')

/** A port on which nothing listens. */
const CLOSED = 1
const NAME = 'provider.test'
const ADDRESSES: Readonly<Record<string, string>> = {
  [NAME]: '127.0.0.1',
  'private.test': '10.1.2.3',
}

const URLS: Readonly<Record<BrokenWay, string>> = {
  refused: `http://${NAME}:${CLOSED}`,
  unnamed: 'http://unnamed.test',
  unencrypted: `https://${NAME}:${port}`,
  private: 'http://private.test',
}

/** The provider's name is resolved right before a request leaves. */
const lookup: Outside['lookup'] = async (name) => {
  if (deadly === 'leaving') die()
  const address = ADDRESSES[name]
  if (address) return [{ address, family: 4 }]
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
}

/** The real provider, over the route that a text asks for; status queries always use the working one. */
function overItsWay(context: Promise<Context>): SmsProvider {
  const at = async (url: string) =>
    createFormApi(await context, { url, account: ACCOUNT, token: TOKEN }, () => undefined)
  return {
    name: formApiName(ACCOUNT),
    followUps: [],
    async send(message, signal) {
      const way = brokenWayOf(message.body)
      return (await at(way ? URLS[way] : `http://${NAME}:${port}`)).send(message, signal)
    },
    lookup: async (message, signal) => (await at(`http://${NAME}:${port}`)).lookup(message, signal),
  }
}

const config = readConfig({
  ...process.env,
  PARLEY_DATA_DIR: path.join(folder, 'data'),
  PARLEY_ALLOW_PRIVATE: `${NAME}:${port},${NAME}:${CLOSED}`,
})
const started = Promise.withResolvers<Context>()
const { url, context } = await startServer(
  { ...config, limits: { ...config.limits, smsSendMs: Number(patienceMs) } },
  {
    now: () => new Date(Date.now() + offset),
    lookup,
    smsProvider: overItsWay(started.promise),
  },
)
started.resolve(context)
context.db.function('die', die)

process.on('message', async ({ crashAt, advance = 0 }: Orders) => {
  const point = crashAt && CRASH_POINTS[crashAt]?.at
  if (typeof point === 'object')
    context.db.exec(`CREATE TEMP TRIGGER deadly ${point.trigger} BEGIN SELECT die(); END`)
  else deadly = point
  offset += advance
  // A harmless job wakes the worker, which otherwise would not check the clock for a while.
  if (advance > 0)
    await context.write((tx) => context.jobs.add(tx, { kind: 'events.prune', payload: {} }))
  process.send!('done')
})
process.send!({ url })
