import { type Fault, fault } from '#contracts/faults.ts'
import type { Form, FormApiAccount, FormApiNeeds } from '../../form-api/account.ts'
import { lookUpFormApi } from '../../form-api/look-up.ts'
import { type Posted, postForm } from '../../form-api/outcome.ts'
import type { Shown } from '../../form-api/shown.ts'
import { reportShown, type StatusReport } from './status.ts'

/** A call that a provider is to begin. Numbers are E.164, times seconds. */
export interface OutgoingCall {
  readonly from: string
  readonly to: string
  /** Instructions for when it is answered. */
  readonly twiml: string
  /** Address that is told what becomes of it. */
  readonly statusUrl: string
  /** Address that is told who took it; undefined where nobody wants to know. */
  readonly verdictUrl?: string | undefined
  readonly ringingTime: number
  readonly maxDuration: number
}

/** Events that a provider tells of. */
const EVENTS = ['initiated', 'ringing', 'answered', 'completed']

/** A provider listens for a machine's greeting this long, s: the bounds are 3 and 59. */
const GREETING_SECONDS = 30

/** Has a provider dial, once. */
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

/** The call goes on while the provider finds out who took it. */
const machineDetection = (url: string): Form => [
  ['MachineDetection', 'DetectMessageEnd'],
  ['MachineDetectionTimeout', String(GREETING_SECONDS)],
  ['AsyncAmd', 'true'],
  ['AsyncAmdStatusCallback', url],
  ['AsyncAmdStatusCallbackMethod', 'POST'],
]

/** A call that a provider is asked about. */
export interface QuestionedCall extends Pick<OutgoingCall, 'from' | 'to'> {
  /** Null where the provider's answer never arrived. */
  readonly sid: string | null
  /** ms since 1970. */
  readonly createdAt: number
  /** Reports whether another call of Parley's already has this sid. */
  isTaken(sid: string): boolean
}

/** State of a call at its provider. */
export type FoundCall =
  | { readonly result: 'found'; readonly report: StatusReport }
  /** There is no such call: nobody was dialled. */
  | { readonly result: 'absent' }
  /** The provider cannot be asked now, or does not know yet. */
  | { readonly result: 'unclear'; readonly error: Fault }

/** Asks about a call: by its sid, or by numbers and time where that never arrived. */
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

function foundOf(shown: Shown, now: Date): FoundCall {
  const report = reportShown(shown, now)
  return report
    ? { result: 'found', report }
    : { result: 'unclear', error: fault('sms_answer_broken') }
}
