import { signatureOf } from '../../server/providers/form-api/signature.ts'
import { carryOut, type Exchange } from './telephone-instructions.ts'
import { type MediaPeer, openMediaPeer, type Weather } from './telephone-media-peer.ts'
import type { Twiml } from './twiml.ts'

/** A provider's signed request. */
export interface Callback {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** Outcome of a call to another party, and the time they talked, s. */
export interface OtherParty {
  readonly status: string
  readonly duration: number
}

/** The surroundings of a call: its provider, and the provider's connections to Parley. */
export interface World {
  readonly account: string
  readonly token: string
  readonly now: () => Date
  /** Monotonic time, ms. */
  readonly clock: () => number
  readonly sleep: (ms: number) => Promise<void>
  readonly random: () => number
  /** The actual location of a public address. */
  readonly reach: (url: string) => string
  readonly weather: () => Weather
  /** Calls another party; resolves to how that ends. */
  readonly otherPartyOf: (party: Twiml) => OtherParty | Promise<OtherParty>
  /** Puts the call into a conference; resolves once that is over. */
  readonly meet: (name: string, signal: AbortSignal) => Promise<void>
  /** Sends a callback; resolves to the response body. */
  readonly post: (callback: Callback) => Promise<string>
  /** The same without waiting for the response. */
  readonly notify: (callback: Callback) => Promise<void>
}

/** The request for a call. */
export interface Wanted {
  readonly sid: string
  readonly from: string
  readonly to: string
  readonly direction: 'outbound-api' | 'inbound'
  readonly twiml: string
  readonly statusCallback: string | null
  readonly events: readonly string[]
  readonly verdictCallback: string | null
}

/** The event names of reports, by status. */
const EVENT: Readonly<Record<string, string>> = {
  initiated: 'initiated',
  ringing: 'ringing',
  'in-progress': 'answered',
}

/** One call at the provider, with a test at the other end of the line. */
export function createStandInCall(world: World, wanted: Wanted) {
  const { account, token, now, clock, sleep, random, reach } = world
  const { sid, from, to, direction } = wanted
  const createdAt = now()
  const log: string[] = []
  const failures: Error[] = []
  let status = 'queued'
  let answeredAt: Date | undefined
  let endedAt: Date | undefined
  let reports = 0
  let run = new AbortController()
  let peer: MediaPeer | undefined
  let streams = 0
  let pressed: string[] = []
  let watchers: (() => void)[] = []

  const isOver = () => endedAt !== undefined
  const fields = () => ({
    CallSid: sid,
    AccountSid: account,
    From: from,
    To: to,
    Direction: direction,
    CallStatus: status,
    ApiVersion: '2010-04-01',
  })

  function changed(): void {
    const woken = watchers
    watchers = []
    for (const watcher of woken) watcher()
  }

  async function until<found>(find: () => found | undefined | false): Promise<found> {
    for (;;) {
      const [failure] = failures
      if (failure) throw failure
      const found = find()
      if (found !== undefined && found !== false) return found
      await new Promise<void>((resolve) => watchers.push(resolve))
    }
  }

  async function tell(told: string): Promise<void> {
    status = told
    changed()
    const { statusCallback: url, events } = wanted
    if (url === null || !events.includes(EVENT[told] ?? 'completed')) return
    reports += 1
    const more = answeredAt && endedAt ? { CallDuration: String(durationOf()) } : {}
    await world.notify({
      url,
      fields: {
        ...fields(),
        Timestamp: now().toUTCString().replace('GMT', '+0000'),
        SequenceNumber: String(reports - 1),
        CallbackSource: 'call-progress-events',
        ...more,
      },
    })
  }

  const durationOf = () =>
    Math.max(0, Math.ceil((endedAt!.getTime() - answeredAt!.getTime()) / 1000))

  async function end(as: string): Promise<void> {
    if (isOver()) return
    endedAt = now()
    run.abort(new Error('The call is over'))
    await peer?.stop()
    await tell(as)
  }

  const exchange = (signal: AbortSignal): Exchange => ({
    log,
    signal,
    sleep,
    async stream(url, parameters) {
      streams += 1
      const signature = signatureOf(token, { url, fields: new URLSearchParams() })
      const opened = await openMediaPeer({
        url: reach(url),
        headers: { 'x-twilio-signature': signature },
        accountSid: account,
        callSid: sid,
        streamSid: `MZ${String(streams).padStart(32, '0')}`,
        parameters,
        now: clock,
        sleep,
        random,
        weather: world.weather(),
      }).catch((error: Error & { status?: number }) => {
        log.push(`31920 ${error.status ?? error.message}`)
        changed()
      })
      if (!opened) return
      peer = opened
      // An inbound caller is connected by the instructions, not by someone picking up.
      if (direction === 'inbound' && !answeredAt) {
        answeredAt = now()
        status = 'in-progress'
      }
      const stop = () => void opened.stop()
      signal.addEventListener('abort', stop)
      if (signal.aborted) stop()
      changed()
      await opened.closed
      signal.removeEventListener('abort', stop)
      if (peer === opened) peer = undefined
      changed()
    },
    ask: (url, more) => world.post({ url, fields: { ...fields(), ...more } }),
    async ringOther(party) {
      // The waiter for this instruction may be the one that ends it.
      changed()
      if (party.name !== 'Conference') return world.otherPartyOf(party)
      await world.meet(party.text, signal)
      return { status: 'completed', duration: 5 }
    },
    async digits({ attributes }) {
      const { finishOnKey = '#', numDigits, timeout = '5' } = attributes
      const isWhole = () =>
        pressed.includes(finishOnKey) || pressed.length >= Number(numDigits ?? Infinity)
      let isLate = false
      void sleep(Number(timeout) * 1000).then(() => {
        isLate = true
        changed()
      })
      await until(() => isWhole() || isLate || signal.aborted)
      const digits = pressed.join('').split(finishOnKey)[0]
      pressed = []
      return digits === '' ? undefined : digits
    },
    reject(reason) {
      void end(reason === 'busy' ? 'busy' : 'failed')
    },
  })

  /** Continues with these instructions instead of the previous ones; after them, the call is over. */
  function follow(twiml: string): void {
    run.abort(new Error('Other instructions have come'))
    const mine = (run = new AbortController())
    carryOut(twiml, exchange(mine.signal))
      .then(() => end('completed'))
      .catch((error: Error) => {
        if (mine.signal.aborted) return
        failures.push(error)
        changed()
        return end('completed')
      })
  }

  return {
    sid,
    from,
    to,
    /** Executed instructions. */
    log,
    get status() {
      return status
    },
    isOver,
    /** The call as the API shows it. */
    shown: () => ({
      sid,
      account_sid: account,
      from,
      to,
      status,
      direction,
      date_created: createdAt.toUTCString(),
      start_time: answeredAt?.toUTCString() ?? null,
      end_time: endedAt?.toUTCString() ?? null,
      duration: answeredAt && endedAt ? String(durationOf()) : null,
      answered_by: null,
    }),
    initiate: () => tell('initiated'),
    ring: () => tell('ringing'),
    /** Answers the call, whose instructions are then executed. */
    async answer(): Promise<void> {
      answeredAt = now()
      await tell('in-progress')
      follow(wanted.twiml)
    },
    /** Leaves the call unanswered. */
    fail: (as: 'busy' | 'no-answer' | 'failed' | 'canceled') => end(as),
    /** Reports who answered, as detected by the provider. */
    async judge(answeredBy: string): Promise<void> {
      const { verdictCallback: url } = wanted
      if (url === null) throw new Error('Nobody asked who took the call')
      const verdict = { AnsweredBy: answeredBy, MachineDetectionDuration: '4000' }
      await world.notify({ url, fields: { ...fields(), ...verdict } })
    },
    /** Hangs up at the other end. */
    hangUp: () => end('completed'),
    follow,
    press(digits: string): void {
      for (const digit of digits) peer?.press(digit)
      pressed.push(...digits)
      changed()
    },
    /** Waits for the stream. */
    stream: () =>
      until(() => {
        const refusal = log.find((line) => line.startsWith('31920'))
        if (refusal) throw new Error(refusal)
        return peer
      }),
    /** Waits until these instructions have started. */
    does: (verb: string) => until(() => log.some((line) => line.startsWith(verb))),
    over: () => until(() => isOver()),
  }
}

export type StandInCall = ReturnType<typeof createStandInCall>
