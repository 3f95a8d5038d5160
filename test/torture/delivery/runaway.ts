import { setTimeout as sleep } from 'node:timers/promises'
import type { Weather } from './line.ts'
import { openProfile } from './profile.ts'
import type { Ground } from './storm.ts'

/** Behaviour of a chat with a message to send to a dead server. */
export interface Runaway {
  readonly weather: Weather
  readonly tabs: number
  /** Requests in the worst minute. */
  readonly perMinute: number
  /** Attempts to send the message, until they stopped. */
  readonly tries: number
  readonly hasStopped: boolean
  /** True when it tried again after the online event. */
  readonly hasWoken: boolean
}

const FIRST = 2_000_000
const MINUTE = 60_000
/** Upper bound for the longest wait between two attempts, ms. */
const STOPPED = 32_000
/** Time to the last attempt of a chat whose server keeps it waiting each time, ms. */
const PATIENCE = 260_000

/** Makes one browser's server die in a certain way and counts what the chat does. */
export async function runAway(
  { browser, chaos, site, assistant }: Ground,
  weather: Weather,
  tabs: number,
  number: number,
): Promise<Runaway> {
  const guest = FIRST + number
  const name = `v${guest}`
  chaos.setWeather(name, 'calm')
  const address = site.address({ assistant, port: chaos.port, guests: [guest] })
  const profile = await openProfile({ browser, address, elsewhere: site.elsewhere, tabs })
  const say = (line: number) =>
    profile.ask(0, (said) => window.chats.type(...said), [
      guest,
      line,
      `${guest}/${line}: Hello`,
    ] as const)
  try {
    await say(0)
    const isThere = () =>
      profile.ask(0, async () => window.chats.seen()[0]!.messages.length > 1, undefined)
    while (!(await isThere())) await sleep(200)
    for (const tab of profile.tabs) {
      await profile.ask(tab, (asked) => window.chats.cut(...asked), [guest, false, 20_000] as const)
    }
    const before = chaos.seen(name).length
    const begun = Date.now()
    chaos.setWeather(name, weather)
    await say(1)
    const seen = () => chaos.seen(name).slice(before)
    const tries = () => seen().filter(({ what }) => /messages$/.test(what))
    const isQuiet = () => Date.now() - (tries().at(-1)?.at ?? begun) > STOPPED
    while (!isQuiet() && Date.now() < begun + PATIENCE) await sleep(500)
    const hasStopped = isQuiet()
    const count = tries().length
    const perMinute = worstMinute(seen().map(({ at }) => at))
    await profile.ask(0, async () => window.chats.tell('online'), undefined)
    await sleep(3000)
    return { weather, tabs, perMinute, tries: count, hasStopped, hasWoken: tries().length > count }
  } finally {
    await profile.close()
  }
}

/** The maximum number of moments within one minute. */
function worstMinute(moments: readonly number[]): number {
  const counts = moments.map(
    (from) => moments.filter((at) => at >= from && at < from + MINUTE).length,
  )
  return Math.max(0, ...counts)
}
