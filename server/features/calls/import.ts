import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { ImportedCall } from '#contracts/imported-call.ts'
import type { Context } from '../../context.ts'
import { changeInBulk } from '../../db/list-marks.ts'
import type { Tx } from '../../db/write.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { fromDollars } from '../platform/values/dollars.ts'
import { digitsOf } from '../platform/values/telephone.ts'
import { callImportQueries } from './import-queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'write'>

/** From so many calls on it is cheaper to make the marks of the account's lists anew than to move them at each call. */
const BULK = 1000

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
 * Takes calls of another system over, all of them or none: no telephone rings, no webhook is sent, no money moves.
 * @returns how many
 */
export async function importCalls(
  context: Needs,
  userId: number,
  calls: readonly ImportedCall[],
): Promise<number> {
  const { db, write, events, now } = context
  const imports = callImportQueries(db)
  const campaigns = new Map<string, number>()

  function campaignOf(tx: Tx, name: string): number {
    const id = campaigns.get(name) ?? imports.campaign(tx, userId, name, now())
    campaigns.set(name, id)
    return id
  }

  function insertAll(tx: Tx): number {
    for (const call of calls) {
      const { campaign_name: name } = call
      imports.insert(tx, {
        userId,
        campaignId: name === undefined || name === '' ? null : campaignOf(tx, name),
        ...rowOf(call, now()),
      })
    }
    events.record(tx, { userId, type: 'calls.imported', payload: { count: calls.length } })
    return calls.length
  }

  return await write((tx) =>
    calls.length < BULK ? insertAll(tx) : changeInBulk(tx, db, userId, () => insertAll(tx)),
  )
}

function rowOf(call: ImportedCall, now: Date) {
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
