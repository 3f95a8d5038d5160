import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { SANDBOX } from '../../providers/voice/sandbox/sandbox.ts'
import { doNotCallQueries } from './do-not-call/queries.ts'
import { giveUp } from './lifecycle.ts'
import { assistantToBeCalled, numberToCall, placeCall, writeCall } from './place.ts'
import { callQueries, type StoredCall } from './queries.ts'

interface Simulation {
  readonly assistantId: number
  readonly type: 'inbound' | 'web'
  /** The caller's number; undefined when it is withheld. */
  readonly phoneNumber: string | undefined
  readonly variables: JsonObject
}

/**
 * Has the Sandbox's customer call an assistant, free of charge.
 * @throws AppError 400 for the number, 404 and 422 for the assistant.
 */
export async function simulateCall(
  context: Context,
  userId: number,
  { assistantId, type, phoneNumber, variables }: Simulation,
): Promise<StoredCall> {
  const isCaller = type === 'inbound' && phoneNumber !== undefined
  const customer = isCaller ? numberToCall(phoneNumber).e164 : null
  const assistant = assistantToBeCalled(context, userId, assistantId)
  const call = { assistant, type, customer, variables, minutePrice: 0, provider: SANDBOX }
  return await context.write((tx) => {
    if (customer === null || !doNotCallQueries(context.db).has(userId, customer))
      return placeCall(tx, context, call)
    // Rejected, as a real call from a number on the list is.
    const { id } = writeCall(tx, context, call)
    giveUp(tx, context, id, 'failed', context.now().getTime())
    return callQueries(context.db).byId(id)!
  })
}
