import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { segmentsOf } from '#contracts/segments.ts'
import type { OutgoingSms, SmsProvider } from '../../../server/providers/sms/provider.ts'
import { outcomeOf } from './outcomes.ts'

/** A request that reached the provider. */
export interface Arrival {
  readonly reference: string
  readonly body: string
}

interface StandInOptions {
  /** The provider's own memory, which a crash of Parley does not touch. */
  readonly file: string
  /** Called before a request leaves Parley, and once the provider has it. */
  readonly on: (moment: 'leaving' | 'arrived') => void
}

/** A provider outside of Parley: each text says what becomes of it, and every request that arrives is on file. */
export function createStandIn({ file, on }: StandInOptions): SmsProvider {
  return {
    name: 'stand-in',
    followUps: [],
    async send(message, signal) {
      on('leaving')
      await new Promise((resolve) => setImmediate(resolve))
      remember(file, message)
      on('arrived')
      await new Promise((resolve) => setImmediate(resolve))
      const { answer } = outcomeOf(message.body)
      if (!answer) return never(signal)
      return answer.result === 'accepted' ? { ...answer, ...receiptOf(message) } : answer
    },
    async lookup(message) {
      const arrived = arrivals(file).find(({ body }) => body === message.body)
      if (!arrived || !outcomeOf(message.body).isSent) return { result: 'absent' }
      return { result: 'found', status: 'delivered', ...receiptOf(message) }
    },
  }
}

/** Everything that has arrived at a provider. */
export function arrivals(file: string): Arrival[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Arrival)
}

function remember(file: string, { reference, body }: OutgoingSms): void {
  const handle = openSync(file, 'a')
  writeSync(handle, `${JSON.stringify({ reference, body })}\n`)
  fsyncSync(handle)
  closeSync(handle)
}

function receiptOf({ reference, body }: OutgoingSms): { sid: string; segments: number } {
  return { sid: `SM${reference}`, segments: segmentsOf(body) + (outcomeOf(body).moreSegments ?? 0) }
}

function never(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
