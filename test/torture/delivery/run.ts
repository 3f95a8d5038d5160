import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright'
import { createClient } from '#contracts/client.ts'
import { findBrowser } from '../../../scripts/find-browser.ts'
import { KEY } from '../../support/server.ts'
import { starterAssistant } from '../../support/visitor.ts'
import { createRandom } from '../part.ts'
import { startChaos } from './chaos.ts'
import { randomFor } from './plan.ts'
import { type MortalServer, startMortalServer } from './server.ts'
import { startSite } from './site.ts'
import { type Ground, type Storm, weather } from './storm.ts'
import { findTruth, type Truth } from './truth.ts'

/** Runs something on a separate server and browser, with a chaotic network in between. */
export async function onGround<result>(
  { seed, folder }: { readonly seed: number; readonly folder: string },
  work: (ground: Ground & { readonly server: MortalServer }) => Promise<result>,
): Promise<result> {
  const server = await startMortalServer(folder)
  const call = createClient({ origin: server.url, headers: { authorization: `Bearer ${KEY}` } })
  const [chaos, site] = [
    await startChaos({ target: server.url, random: randomFor(seed) }),
    await startSite(),
  ]
  const { executablePath, env } = await findBrowser()
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ['--host-resolver-rules=MAP *.localhost 127.0.0.1'],
  })
  try {
    const { uuid: assistant } = await starterAssistant({ call })
    return await work({ browser, chaos, site, call, assistant, seed, server })
  } finally {
    await browser.close()
    site.close()
    chaos.close()
    await server.stop()
  }
}

interface Size {
  readonly conversations: number
  /** Conversations per browser, and number of concurrent browsers. */
  readonly perBrowser: number
  readonly atOnce: number
}

/** Result of all conversations of a run. */
export interface Delivery {
  readonly storms: readonly Storm[]
  readonly truth: Truth
  readonly serverKills: number
}

/** Time after which a server is killed, ms. */
const LIFE = { shortest: 4000, more: 8000 }

/**
 * Many conversations in bad network conditions, one group of browsers after another, each until everything
 * has settled.
 */
export async function deliver(
  ground: Ground & { readonly server: MortalServer },
  { conversations, perBrowser, atOnce }: Size,
): Promise<Delivery> {
  const random = createRandom(ground.seed)
  const storms: Storm[] = []
  let serverKills = 0

  /** Several concurrent browsers, and a server that keeps being killed until all of them have sent everything. */
  async function crowd(firsts: readonly number[]): Promise<void> {
    const done = firsts.map(() => Promise.withResolvers<void>())
    let isOver = false
    const killing = killServer(() => isOver)
    const faultsOver = Promise.all(done.map(({ promise }) => promise)).then(() => {
      isOver = true
      return killing
    })
    const all = firsts.map((first, index) => {
      const { resolve } = done[index]!
      const waitForOthers = () => {
        resolve()
        return faultsOver
      }
      return weather(ground, first, perBrowser, waitForOthers).finally(resolve)
    })
    storms.push(...(await Promise.all(all)))
  }

  async function killServer(isOver: () => boolean): Promise<void> {
    for (;;) {
      const end = Date.now() + LIFE.shortest + random() * LIFE.more
      while (!isOver() && Date.now() < end) await sleep(100)
      if (isOver()) return
      await ground.server.kill(random() * 1500)
      serverKills += 1
    }
  }

  for (let first = 0; first < conversations; first += perBrowser * atOnce) {
    const count = Math.min(atOnce, Math.ceil((conversations - first) / perBrowser))
    await crowd(Array.from({ length: count }, (_, index) => first + index * perBrowser))
  }
  const guests = storms.flatMap(({ plan }) => plan.guests)
  return { storms, truth: await findTruth(ground.call, guests), serverKills }
}
