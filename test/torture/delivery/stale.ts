import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../part.ts'
import { openProfile, type Profile } from './profile.ts'
import type { MortalServer } from './server.ts'
import type { Ground } from './storm.ts'

/**
 * Times until a chat reported being out of date, and until it withdrew the report, ms; undefined when that
 * never happened.
 */
export interface Stale {
  readonly shown: readonly (number | undefined)[]
  readonly healed: readonly (number | undefined)[]
}

/** Guests of this part have their own range of numbers. */
const FIRST = 1_000_000
/** Maximum wait for anything, ms. */
const PATIENCE = 30_000

/**
 * Connections that go silent with their sockets open, at random times: the stream alone, a browser's whole
 * network, the server, and a network that fails together with the tab that owns the stream.
 */
export async function findStale(
  ground: Ground & { readonly server: MortalServer },
  { chats, rounds }: { readonly chats: number; readonly rounds: number },
): Promise<Stale> {
  const { browser, chaos, site, assistant, seed, server } = ground
  const guests = Array.from({ length: chats }, (_, index) => FIRST + index)
  for (const guest of guests) chaos.setWeather(`v${guest}`, 'calm')
  const address = site.address({ assistant, port: chaos.port, guests })
  const profile = await openProfile({ browser, address, elsewhere: site.elsewhere, tabs: 2 })
  const random = createRandom(seed)
  const shown: (number | undefined)[] = []
  const healed: (number | undefined)[] = []

  /** Breaks something for some chats, waits until it shows in some tabs, repairs it and waits for recovery. */
  async function watch(
    some: readonly number[],
    tabs: readonly number[],
    breakIt: () => number,
    mend: () => void,
  ): Promise<void> {
    const brokenAt = breakIt()
    await Promise.all(
      pairs(some, tabs).map(async ([guest, tab]) => {
        const at = await changed(profile, guest, tab, true)
        shown.push(at === undefined ? undefined : Math.max(0, at - brokenAt))
      }),
    )
    mend()
    const mendedAt = Date.now()
    await Promise.all(
      pairs(some, tabs).map(async ([guest, tab]) => {
        const at = await changed(profile, guest, tab, false)
        healed.push(at === undefined ? undefined : Math.max(0, at - mendedAt))
      }),
    )
  }

  try {
    for (const guest of guests) {
      const line = [guest, 0, `${guest}/0: Hello`] as const
      await profile.ask(0, (said) => window.chats.type(...said), line)
    }
    const whole = () =>
      Promise.all(
        pairs(guests, profile.tabs).map(([one, tab]) => changed(profile, one, tab, false)),
      )
    await whole()
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(
        guests.map(async (guest) => {
          await sleep(random() * 4000)
          const name = `v${guest}`
          await Promise.all(profile.tabs.map((tab) => changed(profile, guest, tab, false)))
          while (!chaos.hasStream(name)) await sleep(100)
          if (random() < 0.5) return watch([guest], profile.tabs, () => chaos.stall(name), noop)
          const set = (weather: 'silent' | 'calm') => () => {
            chaos.setWeather(name, weather)
            return Date.now()
          }
          return watch([guest], profile.tabs, set('silent'), set('calm'))
        }),
      )
    }
    const frozen = () => {
      server.freeze()
      return Date.now()
    }
    await watch(guests, profile.tabs, frozen, () => server.thaw())
    await whole()
    const gone = () => {
      for (const guest of guests) chaos.setWeather(`v${guest}`, 'silent')
      profile.strike('close', 0, 20_000).catch(noop)
      return Date.now()
    }
    await watch(guests, [1], gone, () => {
      for (const guest of guests) chaos.setWeather(`v${guest}`, 'calm')
    })
  } finally {
    server.thaw()
    await profile.close()
  }
  return { shown, healed }
}

/** Time at which a chat in a tab started or stopped reporting that it is out of date. */
function changed(profile: Profile, guest: number, tab: number, isCut: boolean) {
  return profile.ask(tab, (asked) => window.chats.cut(...asked), [guest, isCut, PATIENCE] as const)
}

const pairs = (guests: readonly number[], tabs: readonly number[]) =>
  guests.flatMap((guest) => tabs.map((tab) => [guest, tab] as const))

const noop = () => {}
