import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { SANDBOX } from '../../providers/voice/sandbox/sandbox.ts'
import { assistantToCall, numberToCall, placeCall } from './place.ts'
import type { StoredCall } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'origin' | 'jobs' | 'write'>

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
  context: Needs,
  userId: number,
  { assistantId, type, phoneNumber, variables }: Simulation,
): Promise<StoredCall> {
  const isCaller = type === 'inbound' && phoneNumber !== undefined
  const customer = isCaller ? numberToCall(phoneNumber).e164 : null
  const assistant = assistantToCall(context, userId, assistantId)
  return await context.write((tx) =>
    placeCall(tx, context, {
      assistant,
      type,
      customer,
      variables,
      minutePrice: 0,
      provider: SANDBOX,
    }),
  )
}
