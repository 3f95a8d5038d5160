import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { startSmsProviderStandIn } from '../../support/sms-provider-stand-in.ts'
import { outcomeOf } from './outcomes.ts'

/** A provider outside Parley, over real HTTP, unaffected by a crash of Parley. */
export interface Provider extends AsyncDisposable {
  readonly port: number
  /** Called once, as soon as the next request to send has arrived. */
  onArrival(act: () => void): void
  /** Advances its clock, ms. */
  advance(ms: number): void
}

/** Starts a provider; each text determines its own fate, and every received request is recorded. */
export async function startProvider(folder: string): Promise<Provider> {
  let offset = 0
  let waiting: (() => void) | undefined
  const standIn = await startSmsProviderStandIn({
    now: () => new Date(Date.now() + offset),
    personalityOf(body) {
      const { at } = outcomeOf(body)
      return typeof at === 'string' ? at : undefined
    },
    onArrival({ body }) {
      appendFileSync(fileOf(folder), `${JSON.stringify(body)}\n`)
      waiting?.()
      waiting = undefined
    },
  })
  return {
    port: standIn.port,
    onArrival(act) {
      waiting = act
    },
    advance(ms) {
      offset += ms
    },
    [Symbol.asyncDispose]: standIn.close,
  }
}

const fileOf = (folder: string): string => path.join(folder, 'provider.log')

/** The texts received by a folder's provider, each as often as it arrived. */
export function arrivals(folder: string): string[] {
  const file = fileOf(folder)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as string)
}
