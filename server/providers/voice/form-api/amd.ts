import type { AnsweredBy } from '#contracts/enums.ts'
import { isSid } from '../../form-api/shown.ts'

/** A provider's answering machine detection result. */
export interface Verdict {
  readonly sid: string
  readonly by: AnsweredBy
  /** A machine has finished its greeting: anything said now is recorded by it. */
  readonly isGreetingOver: boolean
}

/** Maps a provider's term for the answering party. */
export function answeredByOf(text: string): AnsweredBy {
  if (text === 'human') return 'human'
  return text.startsWith('machine_') || text === 'fax' ? 'machine' : 'unknown'
}

/** The detection result in a callback; undefined if there is none. */
export function verdictIn(fields: URLSearchParams): Verdict | undefined {
  const [sid, by] = [fields.get('CallSid'), fields.get('AnsweredBy')]
  if (!isSid(sid) || by === null) return undefined
  const isGreetingOver = by.startsWith('machine_end_') || by === 'fax'
  return { sid, by: answeredByOf(by), isGreetingOver }
}
