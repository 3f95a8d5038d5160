import { z } from 'zod'
import { AnsweredBy, CallStatus, CallType } from './enums.ts'
import { issue } from './faults.ts'
import { decimal, Id, integer, JsonObject, optional, text, WebUrl } from './scalars.ts'

const NOT_A_NUMBER = { error: issue('not_a_number') }

const NOT_JSON = issue('not_a_json_object')

/** A number, or its text form as in the cells of a CSV file. */
const numberCell = <schema extends z.ZodType<number, number>>(schema: schema) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,12}(\.\d{1,12})?$/, NOT_A_NUMBER)], NOT_A_NUMBER)
    .transform(Number)
    .pipe(schema)

/** An object, or its JSON in the cell of a CSV file. */
const ObjectCell = z.union(
  [
    JsonObject,
    z.string().transform((cell, context) => {
      const parsed = JsonObject.safeParse(jsonOf(cell))
      if (parsed.success) return parsed.data
      context.addIssue({ code: 'custom', message: NOT_JSON })
      return z.NEVER
    }),
  ],
  { error: NOT_JSON },
)

function jsonOf(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

const NO_TIME = issue('not_a_date')

/** An existing date and time, `YYYY-MM-DD HH:MM:SS`, UTC. */
const Moment = z
  .string()
  .regex(/^[1-9]\d{3}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, { error: NO_TIME })
  .refine(isRealMoment, { error: NO_TIME })
  .meta({ examples: ['2026-03-14 09:26:53'] })

function isRealMoment(moment: string): boolean {
  const iso = `${moment.replace(' ', 'T')}.000Z`
  const date = new Date(iso)
  return !Number.isNaN(date.getTime()) && date.toISOString() === iso
}

const Cost = optional(numberCell(decimal(0, 1_000_000)))

/** A call imported from another system; omitted fields get the values of a call that lacks them. */
export const ImportedCall = z.object({
  assistant_id: Id,
  type: CallType,
  status: CallStatus,
  created_at: optional(Moment),
  updated_at: optional(Moment),
  campaign_name: optional(text(255)),
  duration: optional(numberCell(integer(0, 1_000_000))),
  assistant_phone_number: optional(text(64)),
  client_phone_number: optional(text(64)),
  transcript: optional(text()),
  variables: optional(ObjectCell),
  evaluation: optional(ObjectCell),
  webhook_response: optional(ObjectCell),
  carrier_cost: Cost,
  total_cost: Cost,
  answered_by: optional(AnsweredBy),
  recording_url: optional(WebUrl),
})
export type ImportedCall = z.output<typeof ImportedCall>
