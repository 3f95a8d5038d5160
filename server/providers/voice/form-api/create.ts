import { type Fault, fault } from '#contracts/faults.ts'
import type { Form, FormApiAccount, FormApiNeeds } from '../../form-api/account.ts'
import { lookUpFormApi } from '../../form-api/look-up.ts'
import { type Posted, postForm } from '../../form-api/outcome.ts'
import type { ProviderRecord } from '../../form-api/shown.ts'
import { reportShown, type StatusReport } from './status.ts'

/** A call to be placed by a provider. Numbers are E.164, times seconds. */
export interface OutgoingCall {
  readonly from: string
  readonly to: string
  /** Instructions once it is answered. */
  readonly twiml: string
  /** URL for status callbacks. */
  readonly statusUrl: string
  /** URL for answering machine detection; undefined to disable it. */
  readonly verdictUrl?: string | undefined
  readonly ringingTime: number
  readonly maxDuration: number
}

/** Status events to subscribe to. */
const EVENTS = ['initiated', 'ringing', 'answered', 'completed']

/** Timeout of answering machine detection, s: the provider allows 3 to 59. */
const GREETING_SECONDS = 30

/** Asks a provider to place a call, once. */
export function createCall(
  context: FormApiNeeds,
  account: FormApiAccount,
  call: OutgoingCall,
  signal: AbortSignal,
): Promise<Posted> {
  return postForm(context, account, { path: '/Calls.json', form: formOf(call), signal })
}

function formOf(call: OutgoingCall): Form {
  const { from, to, twiml, statusUrl, verdictUrl, ringingTime, maxDuration } = call
  return [
    ['To', to],
    ['From', from],
    ['Twiml', twiml],
    ['StatusCallback', statusUrl],
    ['StatusCallbackMethod', 'POST'],
    ...EVENTS.map((event): [string, string] => ['StatusCallbackEvent', event]),
    ['Timeout', String(ringingTime)],
    ['TimeLimit', String(maxDuration)],
    ...(verdictUrl === undefined ? [] : machineDetection(verdictUrl)),
  ]
}

/** Asynchronous, so that the call proceeds while the provider detects who answered. */
const machineDetection = (url: string): Form => [
  ['MachineDetection', 'DetectMessageEnd'],
  ['MachineDetectionTimeout', String(GREETING_SECONDS)],
  ['AsyncAmd', 'true'],
  ['AsyncAmdStatusCallback', url],
  ['AsyncAmdStatusCallbackMethod', 'POST'],
]

/** A call to look up at a provider. */
export interface QuestionedCall extends Pick<OutgoingCall, 'from' | 'to'> {
  /** Null if the provider's response never arrived. */
  readonly sid: string | null
  /** ms since 1970. */
  readonly createdAt: number
  /** Reports whether another call in the database already has this sid. */
  isTaken(sid: string): boolean
}

/** State of a call at its provider. */
export type FoundCall =
  | { readonly result: 'found'; readonly report: StatusReport }
  /** There is no such call: nobody was called. */
  | { readonly result: 'absent' }
  /** The provider cannot be reached, or does not know yet. */
  | { readonly result: 'unclear'; readonly error: Fault }

/** Looks up a call: by its sid, or by numbers and time if the sid never arrived. */
export async function lookUpCall(
  context: FormApiNeeds,
  account: FormApiAccount,
  call: QuestionedCall,
  signal: AbortSignal,
): Promise<FoundCall> {
  const { sid, from, to, createdAt } = call
  const record = { list: 'Calls', since: 'StartTime>', sid, from, to, createdAt }
  const asked = { ...record, isTaken: (other: string) => call.isTaken(other) }
  const found = await lookUpFormApi(context, account, asked, signal)
  return found.result === 'found' ? foundOf(found.shown, context.now()) : found
}

function foundOf(shown: ProviderRecord, now: Date): FoundCall {
  const report = reportShown(shown, now)
  return report
    ? { result: 'found', report }
    : { result: 'unclear', error: fault('sms_answer_broken') }
}
