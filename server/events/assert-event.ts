import { z } from 'zod'
import { type Audience, type EventType, events } from '#contracts/events.ts'

/**
 * Asserts that an event satisfies its contract.
 * @throws Error if the audience does not receive such events, or the payload violates the schema
 */
export function assertEvent(audience: Audience, type: EventType, payload: unknown): void {
  const contract: { readonly [audience in Audience]?: z.ZodType } = events[type]
  const schema = contract[audience]
  if (!schema) throw new Error(`${type} is not on the ${audience}'s stream`)
  const parsed = z.safeParse(schema, payload)
  if (parsed.success) return
  throw new Error(`An event ${type} breaks its contract: ${parsed.error.message}`)
}
