import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { activateAssistant, getAssistant } from '#contracts/assistants.ts'
import type { Call } from '#contracts/client.ts'
import { endConversation } from '#contracts/conversations.ts'
import { startConversation } from '#contracts/public-chat.ts'
import { getWebhookSecret } from '#contracts/webhooks.ts'
import { createdAssistant, type Sender } from '../../support/assistants.ts'
import { type Birth, RECEIVER } from './child.ts'
import type { CrashPointName } from './crash-points.ts'
import { type Death, deathsOf, recordDeath } from './deaths.ts'
import { begin, type Life } from './life.ts'
import { readOutbox, type Stored } from './outbox-file.ts'
import { type OutsideReceiver, openOutside } from './outside.ts'

/** Number of events that a process starts, unless it dies before. */
const EVENTS_OF_A_LIFE = 8

/** Each process starts this much later than the previous one, ms, so that rejected deliveries are due again. */
const LATER_MS = 10_000

/** Points that were not reached are retried, up to this factor. */
const MOST_TRIES = 1.5

interface Options {
  readonly folder: string
  readonly events: number
  /** Points to die at, in this order. */
  readonly plan: readonly CrashPointName[]
  readonly random: () => number
}

/** One folder, one receiver, and many processes. */
interface Lane {
  readonly folder: string
  readonly receiver: OutsideReceiver
  readonly random: () => number
  /** Chats whose end has not been requested yet. */
  readonly open: string[]
  /** Chats whose end was requested without a response. */
  unanswered: string[]
  ahead: number
}

/** Result of the kills. */
export interface Killed {
  /** Kills that happened at their point, and those after which file and receiver matched it. */
  readonly kills: ReadonlyMap<CrashPointName, { count: number; agree: number }>
  readonly missed: number
  /** Ends of chats, and what the file and the receiver have of them. */
  readonly events: number
  readonly outbox: readonly Stored[]
  readonly receiver: OutsideReceiver
  readonly names: readonly string[]
}

/** Kills a server at each point of a plan, and lets the rest arrive. */
export async function killAndDeliver({ folder, events, plan, random }: Options): Promise<Killed> {
  mkdirSync(folder)
  const clock = { ahead: 0 }
  const now = () => new Date(Date.now() + clock.ahead)
  const receiver = await openOutside({ random, now })
  const open: string[] = []
  const lane: Lane = Object.assign(clock, { folder, receiver, random, open, unanswered: [] })
  await prepare(lane, events)
  const names = [...open]
  const kills = new Map<CrashPointName, { count: number; agree: number }>()
  const left = [...plan]
  let missed = 0
  while (left.length > 0 && missed < plan.length * (MOST_TRIES - 1)) {
    const at = left.shift()!
    const agrees = await killAt(lane, at)
    if (agrees === undefined) {
      missed += 1
      left.push(at)
      continue
    }
    const of = kills.get(at) ?? { count: 0, agree: 0 }
    kills.set(at, { count: of.count + 1, agree: of.agree + Number(agrees) })
  }
  await deliverRest(lane)
  return { kills, missed, events, outbox: readOutbox(folder), receiver, names }
}

/** Opens chats whose ends are reported to the receiver. */
async function prepare(lane: Lane, events: number): Promise<void> {
  const life = await begin(birthOf(lane))
  const call = life.call!
  const { secret } = await call(getWebhookSecret)
  lane.receiver.trust(secret)
  const id = await createdAssistant({ call } as Sender, {
    conversation_ended_webhook_url: `http://${RECEIVER}:${lane.receiver.port}/hook`,
    // None of them ends by silence.
    conversation_inactivity_timeout: 1440,
  })
  await call(activateAssistant, { params: { id } })
  const { uuid } = await call(getAssistant, { params: { id } })
  for (let count = 0; count < events; count += 1) {
    const { conversation_id } = await call(startConversation, { body: { assistant_id: uuid } })
    lane.open.push(conversation_id)
  }
  await life.kill()
}

const birthOf = ({ folder, receiver, ahead }: Lane): Birth => ({
  folder,
  port: receiver.port,
  ahead,
})

/**
 * Runs a process until the n-th time at a point.
 * @returns whether file and receiver match the point; undefined when it was not reached
 */
async function killAt(lane: Lane, at: CrashPointName): Promise<boolean | undefined> {
  const { folder, receiver, random } = lane
  lane.ahead += LATER_MS
  const waiting = readOutbox(folder).filter(({ status }) => status === 'pending').length
  const isOfEvent = at === 'before the event is committed' || at.startsWith('after the commit')
  const reached = isOfEvent ? EVENTS_OF_A_LIFE : Math.min(waiting + EVENTS_OF_A_LIFE / 2, 16)
  const nth = 1 + Math.floor(random() * reached)
  const before = deathsOf(folder).length
  let killed: () => void = () => undefined
  receiver.watch((id, count) => {
    if (at !== 'arrived, before its answer' || count < nth) return false
    if (count === nth) recordDeath(folder, { at, id })
    killed()
    return true
  })
  const life = await begin({ ...birthOf(lane), crash: { at, nth } }, (kill) => {
    killed = kill
  })
  await endSome(lane, life)
  const hasDied = await life.hasDied()
  await life.kill()
  // Its last request may be read later and would count for the next process.
  await receiver.isAlone()
  const death = deathsOf(folder)[before]
  if (!hasDied || death?.at !== at) return undefined
  return isAsItSays(lane, death, nth)
}

/** True when the file and the receiver are as a death at this point leaves them. */
function isAsItSays({ folder, receiver }: Lane, { at, id }: Death, nth: number): boolean {
  const stored = readOutbox(folder).find(({ message_id }) => message_id === id)
  switch (at) {
    case 'before the event is committed':
      return stored === undefined && !receiver.hasSeen(id!)
    case 'after the commit, before anybody looks':
      return stored?.status === 'pending' && stored.attempts === 0 && !receiver.hasSeen(id!)
    case 'taken up by the worker':
    case 'before the request leaves':
      return receiver.arrivals() < nth
    case 'arrived, before its answer':
      return stored?.status === 'pending' && receiver.hasSeen(id!) && !receiver.hasAccepted(id!)
    case 'after the 2xx, before it is marked':
      return stored?.status === 'pending' && receiver.hasAccepted(id!)
  }
}

/** Ends some chats, and repeats requests to end that had no response. */
async function endSome(lane: Lane, { call }: Life): Promise<void> {
  if (!call) return
  const ends = [...lane.unanswered, ...lane.open.splice(0, EVENTS_OF_A_LIFE)]
  const answered = await Promise.all(ends.map((name) => isEnded(call, name)))
  lane.unanswered = ends.filter((_, index) => !answered[index])
}

const isEnded = (call: Call, uuid: string): Promise<boolean> =>
  call(endConversation, { params: { uuid } }).then(
    () => true,
    () => false,
  )

/** Two final processes: one ends the remaining chats, and the other retries rejected deliveries. */
async function deliverRest(lane: Lane): Promise<void> {
  lane.receiver.watch()
  for (let life = 0; life < 2; life += 1) {
    lane.ahead += LATER_MS
    const last = await begin(birthOf(lane))
    while (lane.open.length + lane.unanswered.length > 0) await endSome(lane, last)
    while (isAnyDue(lane)) await sleep(200)
    await last.kill()
  }
}

function isAnyDue({ folder, ahead }: Lane): boolean {
  const now = Date.now() + ahead
  return readOutbox(folder).some(
    ({ status, next_attempt_at: at }) => status === 'pending' && at! <= now,
  )
}
