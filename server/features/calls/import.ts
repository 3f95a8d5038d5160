import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { ImportedCall } from '#contracts/imported-call.ts'
import type { Context } from '../../context.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { fromDollars } from '../platform/values/dollars.ts'
import { digitsOf } from '../platform/values/telephone.ts'
import { callImportQueries, type WaitingCall } from './import-queries.ts'
import { dropImport, insertFirstSlice, insertRemaining, keepCalls } from './import-slices.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'jobs' | 'write' | 'log'>

/** Delay of the job that completes an interrupted import, ms. The request itself is done by then, unless it failed. */
const RESUME_AFTER_MS = 60_000

/** Checks beyond the schema: each assistant must belong to the account. */
export function importFaults(
  { db }: Pick<Context, 'db'>,
  userId: number,
  calls: readonly ImportedCall[],
): FieldFaults {
  const assistants = assistantQueries(db)
  const ids = new Set(calls.map(({ assistant_id }) => assistant_id))
  const unknown = new Set([...ids].filter((id) => !assistants.has(userId, id)))
  const faults = [...calls.entries()].filter(([, { assistant_id }]) => unknown.has(assistant_id))
  return Object.fromEntries(
    faults.map(([index]) => {
      const field = `calls.${index}.assistant_id`
      return [field, [fault('not_selectable')]]
    }),
  )
}

/**
 * Takes calls of another system over, all of them or none: no telephone rings, no webhook is sent, no money moves. They
 * are staged first; the transaction that accepts them inserts the first slice, and the rest follow slice by slice so that
 * other requests are served in between. After a crash, a job completes the import.
 * @returns the number of calls
 */
export async function importCalls(
  context: Needs,
  userId: number,
  calls: readonly ImportedCall[],
): Promise<number> {
  const startedAt = context.now()
  const id = await keepCalls(context, userId, calls.length, waiting(calls, startedAt))
  const job = await accept(context, id)
  try {
    await insertRemaining(context, id)
    await context.write((tx) => context.jobs.finish(tx, job))
  } catch (error) {
    // It has been accepted, so a retry by the client would duplicate the calls.
    context.log.warn({ err: error, import: id }, 'the rest of an import comes later')
  }
  return calls.length
}

/** Accepts an import and inserts its first slice; on failure, removes all of it. */
async function accept(context: Needs, id: number): Promise<number> {
  const { db, jobs, now, write } = context
  try {
    return await write((tx) => {
      callImportQueries(db).accept(tx, id)
      insertFirstSlice(tx, context, id)
      const runAt = new Date(now().getTime() + RESUME_AFTER_MS)
      return jobs.add(tx, { kind: 'call.import', payload: { import_id: id }, runAt })
    })
  } catch (error) {
    await dropImport(context, id)
    throw error
  }
}

function* waiting(calls: readonly ImportedCall[], now: Date): Generator<WaitingCall> {
  for (const call of calls) yield { campaign: call.campaign_name ?? '', row: rowOf(call, now) }
}

function rowOf(call: ImportedCall, now: Date): WaitingCall['row'] {
  const createdAt = timeOf(call.created_at) ?? now.getTime()
  return {
    assistantId: call.assistant_id,
    type: call.type,
    status: call.status,
    ...numbersOf(call),
    duration: call.duration ?? 0,
    transcript: call.transcript ?? '',
    variables: JSON.stringify(call.variables ?? {}),
    evaluation: JSON.stringify(call.evaluation ?? {}),
    webhookResponse: JSON.stringify(call.webhook_response ?? {}),
    carrierCost: fromDollars(call.carrier_cost ?? 0),
    totalCost: fromDollars(call.total_cost ?? call.carrier_cost ?? 0),
    answeredBy: call.answered_by ?? 'unknown',
    recording: call.recording_url ?? null,
    createdAt,
    updatedAt: timeOf(call.updated_at) ?? createdAt,
  }
}

/** A web call has no numbers, whatever another system put there. */
function numbersOf({ type, assistant_phone_number, client_phone_number }: ImportedCall) {
  if (type === 'web') return { assistantNumber: null, clientNumber: null, clientDigits: null }
  return {
    assistantNumber: assistant_phone_number ?? null,
    clientNumber: client_phone_number ?? null,
    clientDigits: client_phone_number === undefined ? null : digitsOf(client_phone_number),
  }
}

/** `YYYY-MM-DD HH:MM:SS` in ms. */
function timeOf(moment: string | undefined): number | undefined {
  return moment === undefined ? undefined : Date.parse(`${moment.replace(' ', 'T')}Z`)
}
