import { encodeFault, type Fault } from '#contracts/faults.ts'
import { type Context, randomShare } from '../../../context.ts'
import { type ImapLine, openImap, SignInRefused } from '../../../providers/email/imap.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import type { ReceiveNeeds } from '../receiving/receive.ts'
import { configuredMailbox } from './configured.ts'
import { dropMailboxNotice, raiseMailboxNotice } from './notice.ts'
import { mailboxQueries } from './queries.ts'
import { createTaker } from './take.ts'

type Needs = Context & ReceiveNeeds

export interface MailFetcher {
  start(): void
  /** Applies the current settings. */
  changed(): void
  stop(): Promise<void>
}

/** Pauses before connecting again, ms; the last one is repeated. A quarter is random. */
const RETRY_MS = [5000, 15_000, 60_000, 300_000, 900_000]

/** Time without a report of the server after which the mailbox is looked through anyway, ms. */
const LOOK_EVERY_MS = 5 * 60_000

/** Time after which the owner is told that the mailbox cannot be reached, ms. */
const NOTICE_AFTER_MS = 30 * 60_000

const DAY_MS = 24 * 3_600_000

/**
 * Keeps reading the mailbox that is set up: waits for reports of its server, and connects again after a while when the connection is
 * lost.
 */
export function createMailFetcher(context: Needs): MailFetcher {
  const { db, log, sleep, write, now } = context
  const stopping = new AbortController()
  const take = createTaker(context)
  let turn = new AbortController()

  async function run(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      turn = new AbortController()
      const signal = AbortSignal.any([stopping.signal, turn.signal])
      try {
        await readOnce(signal, () => {
          failures = 0
        })
      } catch (error) {
        if (signal.aborted) continue
        if (!(error instanceof OutgoingError))
          log.error({ err: error }, 'the mailbox could not be read')
        else await noteIfPossible(error)
        const pause = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!
        failures += 1
        await sleep(pause * (1 + randomShare(context) / 4), signal).catch(() => undefined)
      }
    }
  }

  /** Reads until the connection is lost; waits for other settings if there is nothing to read. */
  async function readOnce(signal: AbortSignal, onRead: () => void): Promise<void> {
    const mailbox = configuredMailbox(context)
    const isPaused = mailboxQueries(db).find()?.is_paused === 1
    if (!mailbox || 'fault' in mailbox || isPaused) return await aborted(signal)
    const line = await openImap(onBehalfOf(context, null), mailbox.server, signal)
    const close = () => line.close()
    signal.addEventListener('abort', close, { once: true })
    try {
      for (;;) {
        await readNew(context, line, take, signal)
        signal.throwIfAborted()
        await write((tx) => {
          mailboxQueries(db).checked(tx, now())
          dropMailboxNotice(tx, context)
        })
        onRead()
        await line.wait(LOOK_EVERY_MS, signal)
      }
    } finally {
      signal.removeEventListener('abort', close)
      line.close()
    }
  }

  /** A full disk is no reason to give up. */
  const noteIfPossible = (error: OutgoingError): Promise<void> =>
    note(error.fault, error instanceof SignInRefused).catch((failure: unknown) =>
      log.error({ err: failure }, 'the state of the mailbox could not be noted'),
    )

  function note(reason: Fault, isRefused: boolean): Promise<void> {
    return write((tx) => {
      mailboxQueries(db).failed(tx, encodeFault(reason), isRefused, now())
      const since = mailboxQueries(db).find()?.failing_since ?? now().getTime()
      if (isRefused || now().getTime() - since >= NOTICE_AFTER_MS)
        raiseMailboxNotice(tx, context, reason)
    })
  }

  let ended: Promise<void> | undefined
  return {
    start() {
      ended ??= run()
    },
    changed: () => turn.abort(),
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/**
 * Takes the messages that came in since the last time, in order. Each is marked as read and counted as read only after it has been
 * taken: cut off in between, it is fetched again, and taken once all the same.
 */
async function readNew(
  context: Needs,
  line: ImapLine,
  take: ReturnType<typeof createTaker>,
  signal: AbortSignal,
): Promise<void> {
  const { config, db, now, write } = context
  const mailboxes = mailboxQueries(db)
  const before = mailboxes.find()
  if (!before) return
  const { uidValidity, uidNext } = line
  if (before.uid_validity === null) {
    // What was in it before belongs to nobody here.
    await write((tx) => mailboxes.advance(tx, uidValidity, Math.max(0, uidNext - 1)))
    return
  }
  // Messages have got other numbers: those of the last days are looked at again, and known ones are left alone.
  const uids =
    before.uid_validity === uidValidity
      ? await line.after(before.last_uid)
      : await line.since(new Date((before.checked_at ?? now().getTime()) - 2 * DAY_MS))
  for (const uid of uids) {
    signal.throwIfAborted()
    const message = await line.read(uid, config.limits.emailBytes)
    if (message) {
      const receipt = await take({ uid, ...message })
      if (receipt.isTaken) await line.markRead(uid)
    }
    await write((tx) => mailboxes.advance(tx, uidValidity, uid))
  }
  if (uids.length === 0 && before.uid_validity !== uidValidity)
    await write((tx) => mailboxes.advance(tx, uidValidity, Math.max(0, uidNext - 1)))
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
