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

/** Lets something run on a server of its own, in a browser of its own, with a chaos between the two. */
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
  /** Conversations of one browser, and browsers at the same time. */
  readonly perBrowser: number
  readonly atOnce: number
}

/** What came of all of them. */
export interface Delivery {
  readonly storms: readonly Storm[]
  readonly truth: Truth
  readonly serverKills: number
}

/** How long a server lives before it is killed, ms. */
const LIFE = { shortest: 8000, more: 12_000 }

/** Many conversations in bad weather while the server is killed again and again. */
export async function deliver(
  ground: Ground & { readonly server: MortalServer },
  { conversations, perBrowser, atOnce }: Size,
): Promise<Delivery> {
  const { server, call, seed } = ground
  const firsts = Array.from(
    { length: conversations / perBrowser },
    (_, index) => index * perBrowser,
  )
  const storms: Storm[] = []
  const random = createRandom(seed)
  let serverKills = 0
  let isOver = false

  async function work(): Promise<void> {
    for (let first = firsts.shift(); first !== undefined; first = firsts.shift()) {
      storms.push(await weather(ground, first, perBrowser))
    }
  }
  async function killServer(): Promise<void> {
    for (;;) {
      const end = Date.now() + LIFE.shortest + random() * LIFE.more
      while (!isOver && Date.now() < end) await sleep(100)
      if (isOver) return
      await server.kill(random() * 1500)
      serverKills += 1
    }
  }
  const killing = killServer()
  await Promise.all(
    Array.from({ length: atOnce }, async (_, index) => {
      // Not all browsers at the same moment.
      await sleep(index * 700)
      await work()
    }),
  )
  isOver = true
  await killing
  const guests = storms.flatMap(({ plan }) => plan.guests)
  return { storms, truth: await findTruth(call, guests), serverKills }
}
