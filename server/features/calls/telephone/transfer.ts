import type { Context } from '../../../context.ts'
import { addressesOf, conversation } from '../../../providers/voice/form-api/addresses.ts'
import { dial, document } from '../../../providers/voice/form-api/twiml.ts'
import { lineOf } from '../line.ts'
import { createSwitchboard } from '../switchboard.ts'
import type { TelephoneCalls } from './calls.ts'
import { telephoneQueries } from './queries.ts'
import { legOf } from './report.ts'

/** A person who is called rings so long, s. */
const RINGING_SECONDS = 30

type Needs = Context & { readonly telephoneCalls: TelephoneCalls }

/** Instructions for a call whose stream is over: it is passed on where the assistant has asked for that. */
export async function nextFor(context: Needs, ref: string): Promise<string | undefined> {
  const { db, config, now, write, telephoneCalls } = context
  const callId = telephoneQueries(db).callOf(ref)
  const number = callId === undefined ? undefined : telephoneCalls.takeTarget(callId)
  const line = callId === undefined ? undefined : lineOf(context, callId)
  if (number === undefined || !line || config.publicUrl === undefined) return undefined
  const { dialled: action } = addressesOf(config.publicUrl, ref)
  // From here on the call does not need this server.
  await write((tx) => telephoneQueries(db).passOn(tx, line.callId, now().getTime()))
  const callerId = line.assistantNumber ?? undefined
  return document(
    dial(
      { kind: 'number', number },
      { timeout: RINGING_SECONDS, action, ...(callerId !== undefined && { callerId }) },
    ),
  )
}

/**
 * A call that was passed on has ended, or nobody has taken it: then the assistant goes on with it.
 * @returns instructions; undefined where the call is over
 */
export async function afterTransfer(
  context: Needs,
  ref: string,
  { sid, status }: { readonly sid: string; readonly status: string },
): Promise<string | undefined> {
  const { config, now, write } = context
  const found = legOf(context, ref, sid)
  if (!found || config.publicUrl === undefined) return undefined
  const { callId } = found
  const isUntaken = ['busy', 'no-answer', 'failed'].includes(status)
  if (isUntaken && lineOf(context, callId)) return conversation(config.publicUrl, ref)
  const at = now().getTime()
  await write((tx) => {
    createSwitchboard(context).report(tx, callId, { kind: 'hung_up', by: 'customer', at })
  })
  return undefined
}
