/** An instruction to a provider, as XML: what `document` takes, and nothing else makes. */
export type Verb = string & { readonly '~verb': never }

/** Longest document that may come with a request, UTF-16 units. */
const MAX_LENGTH = 4000

/** Characters that XML 1.0 cannot hold, escaped or not. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A text within an element or an attribute. */
const escaped = (text: string): string =>
  text
    .replace(IMPOSSIBLE, '')
    .replace(
      /[&<>"'\t\n\r]/g,
      (character) => ENTITIES[character] ?? `&#${character.charCodeAt(0)};`,
    )

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

function element(name: string, attributes: Attributes, content = ''): Verb {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('')
  return `<${name}${written}${content === '' ? '/>' : `>${content}</${name}>`}` as Verb
}

/**
 * Instructions one after another.
 * @throws RangeError when they are too long for a provider
 */
export function document(...verbs: readonly Verb[]): string {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>${element('Response', {}, verbs.join(''))}`
  if (xml.length > MAX_LENGTH) throw new RangeError(`${xml.length} characters of instructions`)
  return xml
}

/** A stream of the call's sound, both ways. */
interface Stream {
  readonly url: string
  readonly statusCallback?: string
  /** Given back in its first message. */
  readonly parameters?: Readonly<Record<string, string>>
}

/**
 * Connects the call to a stream. What follows is done once we close it.
 * @throws RangeError for an address that providers refuse: another scheme, or one with a query
 */
export function connectStream({ url, statusCallback, parameters = {} }: Stream): Verb {
  if (!/^wss:\/\/[^?#]+$/.test(url)) throw new RangeError(`${url} is no address of a stream`)
  const inner = Object.entries(parameters).map(([name, value]) =>
    element('Parameter', { name, value }),
  )
  return element('Connect', {}, element('Stream', { url, statusCallback }, inner.join('')))
}

/** Goes on with the instructions that are there. */
export const redirect = (url: string): Verb => element('Redirect', { method: 'POST' }, escaped(url))

/** A party that a call can be passed on to. */
export type Target =
  /** E.164. */
  | { readonly kind: 'number'; readonly number: string }
  | {
      readonly kind: 'sip'
      /** `sip:` or `sips:`. */
      readonly uri: string
      readonly username?: string
      readonly password?: string
    }
  | {
      readonly kind: 'conference'
      readonly name: string
      /** Address of what is played while nobody else is there; silence without it. */
      readonly waitUrl?: string
      /** Everybody is disconnected once this party leaves. */
      readonly endsOnExit?: boolean
    }

interface Dial {
  /** Longest that it rings, s. */
  readonly timeout?: number
  /** Number that is shown, E.164. */
  readonly callerId?: string
  /** Told how it ended, and asked for what comes next. */
  readonly action?: string
}

/**
 * Passes the call on. The caller hears it ring and is charged from the answer on.
 * @throws RangeError for a number or an address that is none
 */
export function dial(target: Target, { timeout, callerId, action }: Dial = {}): Verb {
  const attributes = {
    timeout,
    callerId,
    action,
    ...(target.kind !== 'conference' && { answerOnBridge: true }),
  }
  return element('Dial', attributes, partyOf(target))
}

function partyOf(target: Target): Verb {
  switch (target.kind) {
    case 'number':
      if (!/^\+[1-9]\d{1,14}$/.test(target.number))
        throw new RangeError(`${target.number} is no telephone number`)
      return element('Number', {}, target.number)
    case 'sip': {
      const { uri, username, password } = target
      if (!/^sips?:[^\s<>]+$/.test(uri)) throw new RangeError(`${uri} is no SIP address`)
      return element('Sip', { username, password }, escaped(uri))
    }
    case 'conference': {
      const { name, waitUrl = '', endsOnExit = false } = target
      const attributes = { beep: false, waitUrl, endConferenceOnExit: endsOnExit }
      return element('Conference', attributes, escaped(name))
    }
  }
}

interface Gather {
  /** Told the digits, and asked for what comes next. */
  readonly action: string
  /** Longest pause between two digits, s. */
  readonly timeout: number
  readonly finishOnKey?: string
  readonly numDigits?: number
}

/** Collects digits while `verbs` are done. */
export function gather(options: Gather, ...verbs: readonly Verb[]): Verb {
  return element('Gather', { input: 'dtmf', ...options }, verbs.join(''))
}

/** Plays a sound. */
export const play = (url: string): Verb => element('Play', {}, escaped(url))

/**
 * Plays digits; `w` is a pause of half a second.
 * @throws RangeError for what no keypad has
 */
export function playDigits(digits: string): Verb {
  if (!/^[0-9A-D*#w]+$/.test(digits)) throw new RangeError(`${digits} are no digits`)
  return element('Play', { digits })
}

/** Waits, s. */
export const pause = (length: number): Verb => element('Pause', { length })

/** Ends the call. */
export const hangUp = (): Verb => element('Hangup', {})

/** Does not take the call, which costs nothing then. */
export const reject = (reason: 'busy' | 'rejected' = 'rejected'): Verb =>
  element('Reject', { reason })
