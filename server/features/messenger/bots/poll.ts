import { encodeFault, fault } from '#contracts/faults.ts'
import { type Context, randomShare } from '../../../context.ts'
import type { BotFailure } from '../../../providers/messenger/bot-api/call.ts'
import { type BotUpdate, fetchUpdates } from '../../../providers/messenger/bot-api/updates.ts'
import { senderQueries } from '../senders/queries.ts'
import { recordSender } from '../senders/save.ts'
import { botAccount } from './configured.ts'
import { dropBotNotice, raiseBotNotice } from './notice.ts'
import { type BotRow, botQueries } from './queries.ts'
import { type TakeNeeds, takeUpdate } from './take.ts'

type Needs = TakeNeeds & Pick<Context, 'storage' | 'vault'>

/** Fetches the messages of all bots. */
export interface BotPoller {
  start(): void
  /** Applies the current settings: bots that were added, changed or removed. */
  changed(): void
  stop(): Promise<void>
}

/** Least time between requests that bring nothing new, ms. */
const MIN_ROUND_MS = 1000

/** Pauses after failures, ms; the last one is repeated. A quarter is random. */
const RETRY_MS = [1000, 2000, 5000, 15_000, 30_000, 60_000]

/** Time after which the account is told that a bot cannot be reached, ms. */
const NOTICE_AFTER_MS = 30 * 60_000

/** Times that the files of a message are tried; then it is taken without them. */
const FILE_ATTEMPTS = 3

/** Times that an update is tried; then it is left out, so that those behind it come in. */
const ATTEMPTS = 6

/** The service chooses new numbers after a week without updates, which may be lower ones. */
const NUMBERED_MS = 6 * 24 * 3_600_000

interface Loop {
  readonly savedAt: number
  readonly controller: AbortController
  readonly ended: Promise<void>
}

/** Keeps fetching the messages of each bot by one loop of its own, so that they are taken in order. */
export function createBotPoller(context: Needs): BotPoller {
  const loops = new Map<number, Loop>()
  /** Loops that were told to end, by sender. */
  const ending = new Map<number, Promise<void>>()
  let isRunning = false

  function sync(): void {
    if (!isRunning) return
    const wanted = new Map(
      botQueries(context.db)
        .polled()
        .map((row) => [row.sender_id, row]),
    )
    for (const [id, loop] of loops) if (wanted.get(id)?.saved_at !== loop.savedAt) end(id, loop)
    for (const row of wanted.values()) if (!loops.has(row.sender_id)) begin(row)
  }

  function begin({ sender_id: id, saved_at: savedAt }: BotRow): void {
    const controller = new AbortController()
    // Two requests at once would end each other.
    const ended = (ending.get(id) ?? Promise.resolve())
      .then(() => follow(context, id, controller.signal))
      .catch((error: unknown) =>
        context.log.error({ err: error }, 'the messages of a bot are no longer fetched'),
      )
    loops.set(id, { savedAt, controller, ended })
  }

  function end(id: number, { controller, ended }: Loop): void {
    controller.abort()
    loops.delete(id)
    ending.set(id, ended)
    void ended.then(() => {
      if (ending.get(id) === ended) ending.delete(id)
    })
  }

  return {
    start() {
      isRunning = true
      sync()
    },
    changed: sync,
    async stop() {
      isRunning = false
      for (const [id, loop] of loops) end(id, loop)
      await Promise.all(ending.values())
    },
  }
}

/** Fetches the messages of a bot until it is told to stop, or the bot cannot be used any more. */
async function follow(context: Needs, senderId: number, signal: AbortSignal): Promise<void> {
  const { log, sleep } = context
  const tries = { update: -1, count: 0 }
  let failures = 0
  let waitSeconds = 0
  while (!signal.aborted) {
    const started = performance.now()
    const before = botQueries(context.db).find(senderId)?.next_update
    const failure = await fetchOnce(context, senderId, { waitSeconds, signal, tries }).catch(
      (error: unknown): BotFailure | 'ended' | undefined => {
        if (signal.aborted) return 'ended'
        log.error({ err: error }, 'the messages of a bot could not be taken')
        return { kind: 'unknown', reason: fault('call_failed') }
      },
    )
    if (failure === 'ended' || signal.aborted) return
    if (failure === undefined) {
      failures = 0
      const isNews = botQueries(context.db).find(senderId)?.next_update !== before
      // A server that does not wait for news would be asked over and over.
      if (waitSeconds > 0 && !isNews && performance.now() - started < MIN_ROUND_MS)
        await sleep(MIN_ROUND_MS, signal).catch(() => undefined)
      waitSeconds = context.config.limits.botPollSeconds
      continue
    }
    // A full disk is no reason to give up.
    await note(context, senderId, failure).catch((error: unknown) =>
      log.error({ err: error }, 'the state of a bot could not be noted'),
    )
    if (failure.kind === 'token') return
    const pause = pauseOf(failure, failures) * (1 + randomShare(context) / 4)
    failures += 1
    waitSeconds = 0
    await sleep(pause, signal).catch(() => undefined)
  }
}

function pauseOf({ kind, retryAfterSeconds }: BotFailure, failures: number): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000
  // The other program would be cut off each time.
  if (kind === 'conflict') return RETRY_MS.at(-2)!
  return RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!
}

interface Round {
  readonly waitSeconds: number
  readonly signal: AbortSignal
  /** The update that could not be taken last, and how often. */
  readonly tries: { update: number; count: number }
}

/** Fetches and takes what is new, in order; returns why it cannot. */
async function fetchOnce(
  context: Needs,
  senderId: number,
  { waitSeconds, signal, tries }: Round,
): Promise<BotFailure | 'ended' | undefined> {
  const { db, now, write } = context
  const bots = botQueries(db)
  const row = bots.find(senderId)
  const sender = senderQueries(db).byId(senderId)
  if (!row || !sender) return 'ended'
  const opened = botAccount(context, row, sender.user_id)
  if ('fault' in opened) {
    await note(context, senderId, { kind: 'refused', reason: opened.fault })
    return 'ended'
  }
  const { account } = opened
  const offset = offsetOf(row, now())
  const answer = await fetchUpdates(context, account, { offset, waitSeconds, signal })
  if ('failure' in answer) return answer.failure
  if (row.connected_at === null || row.error !== null)
    await write((tx) => {
      bots.connected(tx, senderId, now())
      dropBotNotice(tx, context, sender)
      recordSender(tx, context, sender)
    })
  for (const update of answer.updates) {
    if (signal.aborted) return 'ended'
    if (tries.update !== update.id) Object.assign(tries, { update: update.id, count: 0 })
    const mayFail = tries.count < FILE_ATTEMPTS - 1
    const source = { account, signal, mayFail }
    const failure = await tryUpdate(context, senderId, update, source, tries.count)
    if (failure === undefined) continue
    tries.count += 1
    return failure
  }
  return undefined
}

/** Takes an update; one that fails again and again is counted as ignored. */
async function tryUpdate(
  context: Needs,
  senderId: number,
  update: BotUpdate,
  source: Parameters<typeof takeUpdate>[3],
  failures: number,
): Promise<BotFailure | undefined> {
  const { log, storage } = context
  try {
    return await takeUpdate(context, senderId, update, source)
  } catch (error) {
    if (source.signal.aborted || storage.note(error) !== undefined) throw error
    log.error({ err: error, update: update.id }, 'an update of a bot could not be taken')
    const reason = fault('bot_update_unreadable')
    if (failures < ATTEMPTS - 1) return { kind: 'unknown', reason }
    return await takeUpdate(context, senderId, { id: update.id, kind: 'ignored', reason }, source)
  }
}

/** Id of the first update to ask for; undefined for the oldest that the service has. */
function offsetOf({ next_update, advanced_at }: BotRow, now: Date): number | undefined {
  const isStale = now.getTime() - (advanced_at ?? 0) > NUMBERED_MS
  return isStale ? undefined : (next_update ?? undefined)
}

/** Records why messages cannot be fetched, and tells the account once that has lasted. */
async function note(
  context: Needs,
  senderId: number,
  { kind, reason }: Pick<BotFailure, 'kind' | 'reason'>,
): Promise<void> {
  const { db, now, write } = context
  const isPaused = kind === 'token'
  await write((tx) => {
    const sender = senderQueries(db).byId(senderId)
    if (!sender) return
    const isNews = botQueries(db).failed(tx, senderId, encodeFault(reason), isPaused, now())
    const since = botQueries(db).find(senderId)?.failing_since ?? now().getTime()
    if (isPaused || now().getTime() - since >= NOTICE_AFTER_MS)
      raiseBotNotice(tx, context, sender, reason)
    if (isPaused) senderQueries(db).setStatus(tx, senderId, 'offline')
    if (isNews) recordSender(tx, context, senderQueries(db).byId(senderId)!)
  })
}
