import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright'
import type { Call } from '#contracts/client.ts'
import { getConversation } from '#contracts/conversations.ts'
import type { Chaos } from './chaos.ts'
import type { Seen, SeenMessage } from './guest.ts'
import { type Guest, makePlan, type Plan } from './plan.ts'
import { openProfile, type Profile } from './profile.ts'
import type { Site } from './site.ts'

/** Browser, network and server that the conversations share. */
export interface Ground {
  readonly browser: Browser
  readonly chaos: Chaos
  readonly site: Site
  /** The typed client as the owner, straight to the server. */
  readonly call: Call
  readonly assistant: string
  readonly seed: number
}

/** Result of one browser. */
export interface Storm {
  readonly plan: Plan
  readonly kills: number
  /** Chats that were in the tabs when they were killed. */
  readonly killedChats: number
  /** From the end of the faults until everything was the same on both sides, ms; undefined when that never came. */
  readonly settledAfter: number | undefined
  /** Chats that do not show what the server has. */
  readonly different: readonly string[]
  /** Lines that were still in the field after a kill, sent again by the person or seen in the log. */
  readonly again: number
  readonly thrown: readonly string[]
}

/** As long as everything may take to be the same on both sides, ms. */
const SETTLE = 240_000
const LOOK = 700
/** How often a browser finds its network again, ms. */
const COMES_BACK = 20_000

/** One browser with its visitors in bad weather, until it is over and everything has settled. */
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
      // What has given up after many tries goes on when the browser says that there is a network again.
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

/** A person types line after line, and looks after what a page took with it when it died. */
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

/** Differences between the tabs and the server that remain, or are not settled yet; empty when there are none. */
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
  // Only what is at rest is worth the questions to the server.
  if (behind.length > 0) return behind
  const found: string[] = []
  for (const chat of chats) found.push(...named(await differs(ground, chat), chat))
  return found
}

/** Reason why a chat is still at work; undefined when it is at rest. */
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
