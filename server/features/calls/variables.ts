import type { JsonObject } from '#contracts/scalars.ts'
import type { StoredCall } from './queries.ts'

/** The variables of a call: what it was begun with, and the numbers it really has. */
export function callVariables(call: StoredCall): JsonObject {
  return {
    ...(JSON.parse(call.input_variables) as JsonObject),
    customer_phone: call.client_phone_number ?? '',
    assistant_phone: call.assistant_phone_number ?? '',
  }
}
