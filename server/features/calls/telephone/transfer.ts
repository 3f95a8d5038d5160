import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { addressesOf, conversation } from '../../../providers/voice/form-api/addresses.ts'
import { dial, document, type Target } from '../../../providers/voice/form-api/twiml.ts'
import { lineOf } from '../line.ts'
import { createSwitchboard } from '../switchboard.ts'
import type { TelephoneCalls } from './calls.ts'
import { telephoneQueries } from './queries.ts'
import { legOf } from './report.ts'
import { transferQueries } from './transfer-queries.ts'

/** Ring time of a transfer target, s. */
const RINGING_SECONDS = 30

type Needs = Context & { readonly telephoneCalls: TelephoneCalls }

/** Instructions for a call after its stream ended: the transfer, if there is one. */
export async function nextFor(context: Needs, ref: string): Promise<string | undefined> {
  const { db, config, write, telephoneCalls } = context
  const callId = telephoneQueries(db).callOf(ref)
  const target = callId === undefined ? undefined : telephoneCalls.takeTarget(callId)
  const line = callId === undefined ? undefined : lineOf(context, callId)
  if (!target || !line || config.publicUrl === undefined) return undefined
  const { dialled: action } = addressesOf(config.publicUrl, ref)
  const isOn = await write((tx) => passOn(tx, context, line.callId, target))
  // The caller hung up in the meantime.
  if (!isOn) return conversation(config.publicUrl, ref)
  if (target.kind === 'conference') return document(dial(target, { action }))
  const callerId = line.assistantNumber ?? undefined
  return document(
    dial(target, {
      timeout: RINGING_SECONDS,
      action,
      ...(callerId !== undefined && { callerId }),
    }),
  )
}

/** Records that a call no longer depends on this server; false if it ended. */
function passOn(tx: Tx, { db, now }: Context, callId: number, { kind }: Target): boolean {
  const at = now().getTime()
  const transfers = transferQueries(db)
  const open = transfers.ofCall(callId).find(({ endedAt }) => endedAt === null)
  if (kind === 'conference' && open) {
    transfers.end(tx, open.id, at)
    if (!lineOf({ db }, open.legId)) return false
  }
  telephoneQueries(db).passOn(tx, callId, at)
  return true
}

/**
 * Handles the end of a transfer: if nobody answered, the assistant takes the call back.
 * @returns instructions; undefined if the call has ended
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
