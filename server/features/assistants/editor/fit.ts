import {
  ASSISTANT_FIELDS,
  type AssistantChange,
  type AssistantFieldName,
  isOptionalField,
  NewAssistant,
} from '#contracts/assistant-fields.ts'
import { faultsBetween } from '#contracts/assistant-rules.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fieldFaults } from '#contracts/field-errors.ts'
import type { Context } from '../../../context.ts'
import { belongingsQueries } from '../belongings-queries.ts'
import { calendarAddressFaults } from '../calendar-address.ts'
import { assistantFaults } from '../rules.ts'
import { webhookAddressFaults } from '../webhook-addresses.ts'
import type { Problems } from './problems.ts'

type Needs = Pick<Context, 'db' | 'networkOf' | 'port'>
type Fields = Record<string, unknown>

interface Fitting {
  readonly fields: Fields
  /** Fields chosen by the importer, which are never dropped. */
  readonly chosen: ReadonlySet<string>
  readonly userId: number
  readonly problems: Problems
}

/**
 * Builds a new assistant from fields that may be invalid: drops invalid optional fields, and reports the others as
 * blocking problems; undefined if there are any of those.
 */
export function fitted(
  context: Needs,
  { fields, chosen, userId, problems }: Fitting,
): NewAssistant | undefined {
  let left = known(fields)
  // Terminates because each round drops at least one value.
  for (;;) {
    const errors = errorsOf(context, userId, left)
    const places = Object.keys(errors)
    if (places.length === 0) break
    const canGo = places.filter((place) => isSpare(place, left, chosen))
    for (const [place, [first]] of Object.entries(errors))
      problems.add(place, first!, canGo.includes(place) ? 'left_out' : 'blocking')
    if (canGo.length === 0) return undefined
    left = without(left, canGo)
  }
  return NewAssistant.parse(left)
}

const known = (fields: Fields): Fields =>
  Object.fromEntries(ASSISTANT_FIELDS.map((name) => [name, fields[name]]))

function errorsOf(context: Needs, userId: number, fields: Fields): FieldFaults {
  const parsed = NewAssistant.safeParse(fields)
  if (!parsed.success) {
    const between = faultsBetween(fields as AssistantChange).map(([field, found]) => [
      field,
      [found],
    ])
    return { ...Object.fromEntries(between), ...fieldFaults(parsed.error.issues, fields) }
  }
  const belongings = belongingsQueries(context.db)
  const { data } = parsed
  return {
    ...assistantFaults({ fields: data, sent: data, userId, belongings }),
    ...webhookAddressFaults(context, data),
    ...calendarAddressFaults(context, userId, data),
  }
}

/** Reports whether an invalid value can be dropped because the field is optional. */
function isSpare(place: string, fields: Fields, chosen: ReadonlySet<string>): boolean {
  const name = place.split('.')[0] as AssistantFieldName
  return isOptionalField(name) && !chosen.has(name) && (fields[name] ?? undefined) !== undefined
}

/** Drops fields; of arrays, only the named items. */
function without(fields: Fields, places: readonly string[]): Fields {
  const left = { ...fields }
  for (const [name, each] of Object.entries(
    Object.groupBy(places, (place) => place.split('.')[0]!),
  )) {
    const value = fields[name]
    const indexes = each!.map((place) => place.split('.')[1])
    left[name] =
      Array.isArray(value) && indexes.every((index) => index !== undefined)
        ? value.filter((_, index) => !indexes.includes(String(index)))
        : undefined
  }
  return left
}
