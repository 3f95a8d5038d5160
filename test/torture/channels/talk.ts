import { randomUUID } from 'node:crypto'
import { disableAi, replyToConversation } from '#contracts/conversations.ts'
import { type Channel, type Customer, conversationWith } from './channel.ts'
import type { Journal } from './journal.ts'
import type { World } from './world.ts'

/** Conversations that go on at once. */
const AT_ONCE = 40
/** Slightly more than the time after which an unread reply is emailed, ms. */
const AWAY_MS = 3 * 60_000 + 5000

/** A conversation of the torture. */
export interface Talk {
  readonly customer: Customer
  readonly channel: Channel
  /** True if the customer reads the first reply in the chat before it is emailed. */
  readonly reads: boolean
}

interface Talking {
  readonly world: World
  readonly talks: readonly Talk[]
  readonly random: () => number
  readonly channels: readonly Channel[]
  readonly journal: Journal
}

const inOrder = <item>(list: readonly item[], random: () => number): item[] =>
  list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** Has each customer ask twice and be answered twice, while server and providers fail. */
export async function talk(talking: Talking): Promise<void> {
  const { world, talks, channels } = talking
  for (let from = 0; from < talks.length; from += AT_ONCE) {
    const batch = talks.slice(from, from + AT_ONCE)
    for (const turn of [1, 2]) await takeTurn({ ...talking, talks: batch }, turn)
  }
  setTrouble(channels, false)
  // What waits for another attempt has its last one after eight hours.
  await world.until(() => pending(world) === 0, 60_000)
}

function setTrouble(channels: readonly Channel[], isOn: boolean): void {
  for (const channel of channels) channel.trouble(isOn)
}

async function takeTurn(talking: Talking, turn: number): Promise<void> {
  const { world, talks, random, channels, journal } = talking
  const striking = Math.floor(random() * talks.length)
  const each = async (work: (one: Talk) => Promise<void>) => {
    for (const [at, one] of inOrder(talks, random).entries()) {
      if (at === striking) await world.strike()
      await work(one)
    }
  }
  setTrouble(channels, true)
  await each(({ customer, channel }) => {
    const text = `c${customer} m${turn}`
    return journal.during(text, () => channel.write(world, customer, text))
  })
  await world.advance(2000)
  setTrouble(channels, false)
  await arrive(world, talks, turn)
  setTrouble(channels, true)
  await each((one) => journal.during(`c${one.customer} r${turn}`, () => answer(talking, one, turn)))
  for (const { customer, channel, reads } of talks)
    if (turn === 1 && reads)
      await journal.during(`c${customer} r1`, async () => channel.read?.(world, customer))
  await world.advance(AWAY_MS)
  setTrouble(channels, false)
  await world.advance(60_000)
}

/** Waits until the messages of a turn are in conversations; what does not come is found by the audit. */
const arrive = (world: World, batch: readonly Talk[], turn: number) =>
  world.until(() => batch.every((one) => conversationWith(world, `c${one.customer} m${turn}`)))

async function answer(
  { world, journal }: Talking,
  { customer }: Talk,
  turn: number,
): Promise<void> {
  const uuid = conversationWith(world, `c${customer} m${turn}`)
  if (!uuid) return journal.note('never written, because the question has not arrived')
  const body = { client_id: randomUUID(), content: `c${customer} r${turn}` }
  await world.insist(async ({ call }) => {
    if (turn === 1) await call(disableAi, { params: { uuid } })
    await call(replyToConversation, { params: { uuid }, body })
  })
}

const pending = ({ db }: World): number =>
  db
    .prepare<[], number>(
      "SELECT (SELECT count(*) FROM emails WHERE status IN ('waiting', 'sending')) + (SELECT count(*) FROM messenger_messages WHERE status = 'queued')",
    )
    .pluck()
    .get()!
