import type { AnsweredBy } from '#contracts/enums.ts'
import { isSid } from '../../form-api/shown.ts'

/** Judgement of a provider about who took a call. */
export interface Verdict {
  readonly sid: string
  readonly by: AnsweredBy
  /** A machine has said all of its greeting: what is said now is recorded by it. */
  readonly isGreetingOver: boolean
}

/** A provider's words for who took a call, as Parley has them. */
export function answeredByOf(text: string): AnsweredBy {
  if (text === 'human') return 'human'
  return text.startsWith('machine_') || text === 'fax' ? 'machine' : 'unknown'
}

/** The judgement in a callback; undefined when there is none. */
export function verdictIn(fields: URLSearchParams): Verdict | undefined {
  const [sid, by] = [fields.get('CallSid'), fields.get('AnsweredBy')]
  if (!isSid(sid) || by === null) return undefined
  const isGreetingOver = by.startsWith('machine_end_') || by === 'fax'
  return { sid, by: answeredByOf(by), isGreetingOver }
}
