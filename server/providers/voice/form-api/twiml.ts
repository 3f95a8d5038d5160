/** An XML instruction for a provider: the input of `document`, only created by functions of this file. */
export type Verb = string & { readonly '~verb': never }

/** Maximum document length in a request, UTF-16 units. */
const MAX_LENGTH = 4000

/** Characters that XML 1.0 does not allow, even escaped. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes text for an element or an attribute. */
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
 * Combines instructions into a document.
 * @throws RangeError if it is too long for a provider
 */
export function document(...verbs: readonly Verb[]): string {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>${element('Response', {}, verbs.join(''))}`
  if (xml.length > MAX_LENGTH) throw new RangeError(`${xml.length} characters of instructions`)
  return xml
}

/** A bidirectional stream of the call's audio. */
interface Stream {
  readonly url: string
  readonly statusCallback?: string
  /** Returned in its first message. */
  readonly parameters?: Readonly<Record<string, string>>
}

/**
 * Connects the call to a stream. The instructions after it run once we close the stream.
 * @throws RangeError for a URL that providers refuse: another scheme, or one with a query
 */
export function connectStream({ url, statusCallback, parameters = {} }: Stream): Verb {
  if (!/^wss:\/\/[^?#]+$/.test(url)) throw new RangeError(`${url} is no address of a stream`)
  const inner = Object.entries(parameters).map(([name, value]) =>
    element('Parameter', { name, value }),
  )
  return element('Connect', {}, element('Stream', { url, statusCallback }, inner.join('')))
}

/** Continues with the instructions at a URL. */
export const redirect = (url: string): Verb => element('Redirect', { method: 'POST' }, escaped(url))

/** A party to which a call can be forwarded. */
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
      /** URL of audio to play while waiting for others; silence by default. */
      readonly waitUrl?: string
      /** Disconnects everyone once this party leaves. */
      readonly endsOnExit?: boolean
    }

interface Dial {
  /** Maximum ringing time, s. */
  readonly timeout?: number
  /** Number to show, E.164. */
  readonly callerId?: string
  /** URL that receives the outcome, and returns what comes next. */
  readonly action?: string
}

/**
 * Forwards the call. The caller hears it ring, and is charged once it is answered.
 * @throws RangeError for an invalid number or address
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
  /** URL that receives the digits, and returns what comes next. */
  readonly action: string
  /** Maximum pause between two digits, s. */
  readonly timeout: number
  readonly finishOnKey?: string
  readonly numDigits?: number
}

/** Collects digits while `verbs` run. */
export function gather(options: Gather, ...verbs: readonly Verb[]): Verb {
  return element('Gather', { input: 'dtmf', ...options }, verbs.join(''))
}

/** Plays a sound file. */
export const play = (url: string): Verb => element('Play', {}, escaped(url))

/**
 * Plays digits; `w` is a pause of half a second.
 * @throws RangeError for characters that no keypad has
 */
export function playDigits(digits: string): Verb {
  if (!/^[0-9A-D*#w]+$/.test(digits)) throw new RangeError(`${digits} are no digits`)
  return element('Play', { digits })
}

/** Waits, s. */
export const pause = (length: number): Verb => element('Pause', { length })

/** Ends the call. */
export const hangUp = (): Verb => element('Hangup', {})

/** Rejects the call, which is then free of charge. */
export const reject = (reason: 'busy' | 'rejected' = 'rejected'): Verb =>
  element('Reject', { reason })
