import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { signatureOf } from '../../server/providers/form-api/signature.ts'
import {
  type Callback,
  createStandInCall,
  type OtherParty,
  type StandInCall,
  type Wanted,
  type World,
} from './telephone-call-stand-in.ts'
import type { Weather } from './telephone-media-peer.ts'
import {
  ACCOUNT,
  type CallPersonality,
  faultIn,
  json,
  PERSONALITIES,
  TOKEN,
} from './telephone-personalities.ts'

/*
 * A real HTTP server that implements the form API for phone calls, well or badly, with phones that a test
 * picks up. It needs no test runner.
 */

interface Options extends Partial<Pick<World, 'now' | 'clock' | 'sleep' | 'random' | 'reach'>> {
  /** Selects the response to a request to dial, by number and attempt. */
  readonly personalityOf?: (to: string, attempt: number) => CallPersonality
}

/** A number of the account. */
interface StandInNumber {
  readonly phone_number: string
  readonly capabilities: { readonly voice: boolean; readonly sms: boolean }
  readonly voice_url: string
}

/** Starts a provider on loopback, at any free port. */
export async function startTelephoneStandIn({
  now = () => new Date(),
  clock = () => performance.now(),
  sleep = (ms) => delay(ms),
  random = Math.random,
  reach = (url) => url,
  personalityOf = () => 'created',
}: Options = {}) {
  const arrivals: URLSearchParams[] = []
  const calls: StandInCall[] = []
  const reads: string[] = []
  const callbacks: { readonly callback: Callback; readonly status: number }[] = []
  /** Names of conferences, and a function per member that ends their stay. */
  const conferences = new Map<string, Set<() => void>>()
  let weather: Weather = {}
  let otherPartyOf: World['otherPartyOf'] = () => ({ status: 'completed', duration: 5 })
  let broken: number | undefined
  let held: Callback[] | undefined
  let signingToken = TOKEN
  let waiters: (() => void)[] = []
  let numbers: readonly StandInNumber[] = [
    { phone_number: '+14155552671', capabilities: { voice: true, sms: true }, voice_url: '' },
  ]
  const basic = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`
  const root = `/2010-04-01/Accounts/${ACCOUNT}`

  const server = createServer({ keepAliveTimeout: 1000 }, (req, res) => {
    res.on('error', () => {})
    answer(req, res).catch(() => res.destroy())
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  async function post(callback: Callback): Promise<string> {
    const { url, fields } = callback
    const form = new URLSearchParams(fields)
    const response = await fetch(reach(url), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signatureOf(signingToken, { url, fields: form }),
      },
      body: form.toString(),
    })
    callbacks.push({ callback, status: response.status })
    if (!response.ok) throw new Error(`11200: ${response.status} at ${url}`)
    return response.text()
  }

  const world: World = {
    account: ACCOUNT,
    get token() {
      return signingToken
    },
    now,
    clock,
    sleep,
    random,
    reach,
    weather: () => weather,
    otherPartyOf: (party) => otherPartyOf(party),
    async meet(name, signal) {
      const members = conferences.get(name) ?? new Set()
      conferences.set(name, members)
      const over = Promise.withResolvers<void>()
      members.add(over.resolve)
      // The first to leave ends it for everyone.
      const leave = () => {
        for (const end of members) end()
      }
      signal.addEventListener('abort', leave)
      await over.promise
      members.delete(over.resolve)
    },
    post,
    async notify(callback) {
      if (held) held.push(callback)
      else await post(callback).catch(() => undefined)
    },
  }

  function begin(wanted: Omit<Wanted, 'sid'>): StandInCall {
    const sid = `CA${String(calls.length + 1).padStart(32, '0')}`
    const call = createStandInCall(world, { ...wanted, sid })
    calls.push(call)
    const woken = waiters
    waiters = []
    for (const waiter of woken) waiter()
    return call
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, search, searchParams } = new URL(req.url!, 'http://stand-in')
    res.setHeader('date', now().toUTCString())
    res.setHeader('connection', 'close')
    if (req.headers.authorization !== basic)
      return json(res, 401, { code: 20_003, message: 'Authenticate' })
    if (req.method === 'POST' && pathname === `${root}/Calls.json`) return take(req, res)
    const sid = pathname.slice(`${root}/Calls/`.length).replace('.json', '')
    const call = calls.find((each) => each.sid === sid)
    if (req.method === 'POST') return change(call, new URLSearchParams(await text(req)), res)
    reads.push(`${pathname}${search}`)
    if (broken !== undefined) return json(res, broken, { message: 'No' })
    const shown = show(pathname, searchParams) ?? call?.shown()
    return shown ? json(res, 200, shown) : json(res, 404, { code: 20_404 })
  }

  /** The account, its numbers and its calls. */
  function show(pathname: string, query: URLSearchParams): object | undefined {
    if (pathname === `${root}.json`)
      return { sid: ACCOUNT, status: 'active', friendly_name: 'The bakery' }
    if (pathname === `${root}/IncomingPhoneNumbers.json`)
      return { incoming_phone_numbers: numbers, next_page_uri: null }
    return pathname === `${root}/Calls.json` ? list(query) : undefined
  }

  async function take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(req))
    const to = form.get('To') ?? ''
    arrivals.push(form)
    const wrong = faultIn(form)
    if (wrong) return json(res, 400, { code: 21_000, message: wrong })
    const attempt = arrivals.filter((each) => each.get('To') === to).length
    const keep = () =>
      begin({
        from: form.get('From') ?? '',
        to,
        direction: 'outbound-api',
        twiml: form.get('Twiml') ?? '',
        statusCallback: form.get('StatusCallback'),
        events: form.getAll('StatusCallbackEvent'),
        verdictCallback: form.get('AsyncAmdStatusCallback'),
      })
    PERSONALITIES[personalityOf(to, attempt)]({ res, keep })
  }

  function change(call: StandInCall | undefined, form: URLSearchParams, res: ServerResponse): void {
    const [status, twiml] = [form.get('Status'), form.get('Twiml')]
    const isTaken = call?.status === 'in-progress'
    if (!call || call.isOver()) json(res, 404, { code: 20_404, message: 'Not found' })
    else if (status === 'canceled' && isTaken)
      json(res, 400, { code: 21_220, message: 'Call is in-progress. Cannot cancel.' })
    else {
      if (twiml !== null) call.follow(twiml)
      else void (isTaken ? call.hangUp() : call.fail('canceled'))
      json(res, 200, call.shown())
    }
  }

  function list(query: URLSearchParams) {
    const since = Date.parse(query.get('StartTime>') ?? '')
    const found = calls
      .map((call) => call.shown())
      .filter(
        ({ to, from, date_created }) =>
          to === query.get('To') && from === query.get('From') && Date.parse(date_created) >= since,
      )
    return { calls: found.toReversed(), next_page_uri: null }
  }

  async function close(): Promise<void> {
    await Promise.all(calls.map((call) => call.hangUp()))
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    account: { url: `http://127.0.0.1:${port}`, account: ACCOUNT, token: TOKEN },
    /** Forms of every received request to dial. */
    arrivals,
    /** Calls that it actually accepted, and incoming ones. */
    calls,
    /** Paths and queries that were read. */
    reads,
    /** Callbacks that were answered, and how. */
    callbacks,
    /** Waits for the call with this number, counted from 0. */
    async call(index = 0): Promise<StandInCall> {
      while (!calls[index]) await new Promise<void>((resolve) => waiters.push(resolve))
      return calls[index]
    },
    /** Calls a number of Parley's; `voiceUrl` is asked for instructions. */
    async callIn({ from, to, voiceUrl }: { from: string; to: string; voiceUrl: string }) {
      const call = begin({
        from,
        to,
        direction: 'inbound',
        twiml: '',
        statusCallback: null,
        events: [],
        verdictCallback: null,
      })
      await call.ring()
      call.follow(
        '<?xml version="1.0" encoding="UTF-8"?><Response>' +
          `<Redirect>${voiceUrl.replaceAll('&', '&amp;')}</Redirect></Response>`,
      )
      return call
    },
    /** Answers every read with this status from now on; undefined restores it. */
    breakReads(status: number | undefined): void {
      broken = status
    },
    /** Replaces the account's numbers. */
    setNumbers(next: readonly StandInNumber[]): void {
      numbers = next
    },
    /** Signs with another token from now on. */
    breakSignatures(): void {
      signingToken = 'not the token'
    },
    /** Network impairments of the next streams. */
    setWeather(next: Weather): void {
      weather = next
    },
    /** Sets the outcome of later calls to another party. */
    setOtherParty(status: string, duration = 0): void {
      otherPartyOf = () => ({ status, duration })
    },
    /** Any other party called answers, and talks until the function is called. */
    holdOtherParty(): () => void {
      const { promise, resolve } = Promise.withResolvers<OtherParty>()
      otherPartyOf = () => promise
      return () => resolve({ status: 'completed', duration: 5 })
    },
    /** Number of members in each conference. */
    conferences: () => [...conferences.values()].map(({ size }) => size),
    /** Holds back callbacks. */
    hold(): void {
      held = []
    },
    /** Sends the held callbacks, in the given order and number. */
    async release(order: (callbacks: readonly Callback[]) => readonly Callback[]): Promise<void> {
      const kept = held ?? []
      held = undefined
      for (const callback of order(kept)) await post(callback).catch(() => undefined)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
