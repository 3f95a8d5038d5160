import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright'
import type { Call } from '#contracts/client.ts'
import { getConversation } from '#contracts/conversations.ts'
import type { Chaos } from './chaos.ts'
import type { Seen, SeenMessage } from './guest.ts'
import { type Guest, makePlan, type Plan } from './plan.ts'
import { openProfile, type Profile } from './profile.ts'
import type { Site } from './site.ts'

/** Browser, network and server shared by the conversations. */
export interface Ground {
  readonly browser: Browser
  readonly chaos: Chaos
  readonly site: Site
  /** The typed client as the owner, directly to the server. */
  readonly call: Call
  readonly assistant: string
  readonly seed: number
}

/** Result of one browser. */
export interface Storm {
  readonly plan: Plan
  readonly kills: number
  /** Chats in the tabs when they were killed. */
  readonly killedChats: number
  /** From the end of the faults until both sides were identical, ms; undefined when that never happened. */
  readonly settledAfter: number | undefined
  /** Chats that differ from the server's data. */
  readonly different: readonly string[]
  /** Lines that were still in the field after a kill and sent again by the person, or seen in the log. */
  readonly again: number
  readonly thrown: readonly string[]
}

/** Time limit for both sides to become identical, ms. */
const SETTLE = 240_000
const LOOK = 700
/** Interval at which a browser regains its network, ms. */
const COMES_BACK = 20_000

/** One browser with its visitors in bad network conditions, until it is over and everything has settled. */
export async function weather(
  ground: Ground,
  first: number,
  count: number,
  waitForOthers: () => Promise<void>,
): Promise<Storm> {
  const { browser, chaos, site, assistant, seed } = ground
  const plan = makePlan(seed, first, count)
  const guests = plan.guests.map(({ guest }) => guest)
  const address = site.address({ assistant, port: chaos.port, guests })
  let isOver = false
  const setNetwork = (network: 'online' | 'offline') => {
    const up = isOver ? 'calm' : 'storm'
    for (const guest of guests) {
      chaos.setWeather(`v${guest}`, network === 'online' ? up : 'refusing')
      if (network === 'offline') chaos.cut(`v${guest}`)
    }
  }
  const options = { browser, address, elsewhere: site.elsewhere, tabs: 2, setNetwork }
  const profile = await openProfile(options)
  try {
    const offline = plan.isOffline ? profile.goOffline(3000) : undefined
    let again = 0
    const persons = plan.guests.map(async (guest) => {
      again += await talk(profile, guest)
    })
    const blows = strikeAll(profile, plan, () => isOver)
    await Promise.all([...persons, offline])
    await waitForOthers()
    isOver = true
    await blows
    setNetwork('online')
    const begun = Date.now()
    let lookedAt = 0
    let different = ['nobody has looked']
    while (different.length > 0 && Date.now() < begun + SETTLE) {
      // Chats that gave up after many attempts resume on the browser's online event.
      if (Date.now() - lookedAt > COMES_BACK) {
        lookedAt = Date.now()
        profile.tellAll('online')
      }
      await sleep(LOOK)
      different = await differences(ground, profile, plan)
    }
    return {
      plan,
      kills: profile.kills(),
      killedChats: profile.kills() * count,
      settledAfter: different.length > 0 ? undefined : Date.now() - begun,
      different,
      again,
      thrown: profile.thrown,
    }
  } finally {
    await profile.close()
  }
}

/** Types line after line as a person, and checks for what a dying page lost. */
async function talk(profile: Profile, { guest, lines }: Guest): Promise<number> {
  let again = 0
  for (const [index, { text, tab, pause }] of lines.entries()) {
    await sleep(pause)
    for (;;) {
      try {
        await profile.ask(tab, (line) => window.chats.type(...line), [guest, index, text] as const)
        break
      } catch {
        again += 1
        await sleep(100)
      }
    }
  }
  return again
}

async function strikeAll(profile: Profile, { blows }: Plan, isOver: () => boolean): Promise<void> {
  for (const { blow, tab, pause, lasts } of blows) {
    await sleep(pause)
    if (isOver()) return
    await profile.strike(blow, tab, lasts)
  }
}

/** Differences between the tabs and the server that remain, or have not settled yet; empty when there are none. */
async function differences(ground: Ground, profile: Profile, plan: Plan): Promise<string[]> {
  const looks = await Promise.all(
    profile.tabs.map((tab) =>
      profile.ask(tab, async () => window.chats.seen(), undefined).catch(() => undefined),
    ),
  )
  if (looks.includes(undefined)) return ['a tab is away']
  const chats = looks.flatMap((seen, tab) => seen!.map((chat) => ({ ...chat, tab })))
  const named = (why: string | undefined, { guest, tab }: (typeof chats)[number]) =>
    why === undefined ? [] : [`chat ${guest}, tab ${tab}: ${why}`]
  const behind = chats.flatMap((chat) => named(isBehind(chat, plan), chat))
  // Only a settled state is worth querying the server.
  if (behind.length > 0) return behind
  const found: string[] = []
  for (const chat of chats) found.push(...named(await differs(ground, chat), chat))
  return found
}

/** Reason why a chat is still busy; undefined when it has settled. */
function isBehind({ guest, messages, waiting, isCut }: Seen, { guests }: Plan): string | undefined {
  const { lines } = guests.find((one) => one.guest === guest)!
  const own = messages.filter(({ author }) => author === 'visitor').length
  if (waiting > 0) return `${waiting} waiting`
  if (isCut) return 'not up to date'
  if (own < lines.length) return `${own} of ${lines.length} lines`
  if (messages.some(({ status }) => status === 'streaming')) return 'an answer is being written'
  if (messages.at(-1)?.author === 'visitor') return 'not answered'
  return undefined
}

async function differs({ call }: Ground, { conversation, messages }: Seen) {
  const detail = await call(getConversation, { params: { uuid: conversation! } }).catch(() => {})
  if (!detail) return 'the server is away'
  const [here, there] = [messages, detail.messages].map((list) => JSON.stringify(list.map(facts)))
  return here === there ? undefined : `shows ${here}, the server has ${there}`
}

const facts = ({ id, seq, author, content, status }: SeenMessage) => [
  id,
  seq,
  author,
  content,
  status,
]
