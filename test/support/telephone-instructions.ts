import { parseTwiml, type Twiml } from './twiml.ts'

/** Everything that instructions do to a call. */
export interface Exchange {
  /** Executed instructions, in order. */
  readonly log: string[]
  readonly signal: AbortSignal
  readonly sleep: (ms: number) => Promise<void>
  /** Resolves once the stream is over. */
  stream(url: string, parameters: Readonly<Record<string, string>>): Promise<void>
  /** The instructions at an address, requested with these fields. */
  ask(url: string, fields: Readonly<Record<string, string>>): Promise<string>
  /** Calls another party; resolves to how it ended and how long they talked, s. */
  ringOther(party: Twiml, dial: Twiml): Promise<{ status: string; duration: number }>
  /** Digits pressed within the time; undefined for none. */
  digits(gather: Twiml): Promise<string | undefined>
  /** Rejects the call: nobody answers. */
  reject(reason: string): void
}

/** Executes instructions to the end: after them, the call is over. */
export async function carryOut(xml: string, exchange: Exchange): Promise<void> {
  for (const verb of parseTwiml(xml).children) {
    exchange.signal.throwIfAborted()
    const next = await carryOutVerb(verb, exchange)
    exchange.signal.throwIfAborted()
    if (next === 'end') return
    // The remaining instructions are discarded.
    if (next !== undefined) return carryOut(next, exchange)
  }
}

/** Executes one instruction; returns the instructions that replace the rest, if any. */
async function carryOutVerb(verb: Twiml, exchange: Exchange): Promise<string | undefined> {
  const { name, attributes, children, text } = verb
  exchange.log.push(summary(verb))
  switch (name) {
    case 'Connect': {
      const stream = only(verb, 'Stream')
      const url = stream.attributes['url'] ?? ''
      if (!/^wss:\/\/[^?#]+$/.test(url)) throw new Error(`31920: ${url} is no stream`)
      const parameters = stream.children.map((each) => [
        each.attributes['name'],
        each.attributes['value'],
      ])
      await exchange.stream(url, Object.fromEntries(parameters))
      return undefined
    }
    case 'Redirect':
      return exchange.ask(text, {})
    case 'Dial': {
      const ended = await exchange.ringOther(children[0]!, verb)
      const { action } = attributes
      if (action === undefined) return undefined
      return exchange.ask(action, {
        DialCallStatus: ended.status,
        DialCallDuration: String(ended.duration),
      })
    }
    case 'Gather': {
      for (const child of children) await carryOutVerb(child, exchange)
      const digits = await exchange.digits(verb)
      return digits === undefined
        ? undefined
        : exchange.ask(attributes['action']!, { Digits: digits })
    }
    case 'Play':
      return undefined
    case 'Pause':
      await exchange.sleep(Number(attributes['length'] ?? 1) * 1000)
      return undefined
    case 'Reject':
      exchange.reject(attributes['reason'] ?? 'rejected')
      return 'end'
    case 'Hangup':
      return 'end'
    default:
      throw new Error(`12100: ${name} is no instruction`)
  }
}

function only(verb: Twiml, name: string): Twiml {
  const [child, ...more] = verb.children
  if (child?.name !== name || more.length > 0) throw new Error(`${verb.name} without one ${name}`)
  return child
}

/** An instruction in one line, such as `Dial Number +49301234`. */
function summary({ name, attributes, children: [child], text }: Twiml): string {
  const inner = child ? `${child.name} ${child.text || (child.attributes['url'] ?? '')}` : text
  return [name, inner, attributes['digits'], attributes['reason']].filter(Boolean).join(' ').trim()
}
