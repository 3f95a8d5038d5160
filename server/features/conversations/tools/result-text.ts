import { mapTexts } from '#contracts/faults.ts'
import type { GuardedResponse } from '../../../providers/http/guarded-fetch.ts'
import type { ToolOutcome } from './offered.ts'

/** Shortest secret to redact; a shorter one would match ordinary words. */
const MIN_SECRET_LENGTH = 6

/** Replacement of a redacted secret. */
export const HIDDEN = '[hidden]'

/** Converts a response body to text for a model, at most `most` characters. */
export function readable({ body, isCut }: Pick<GuardedResponse, 'body' | 'isCut'>, most: number) {
  const text = body.toString('utf8').replaceAll('\0', '').toWellFormed().trim()
  const isShort = text.length <= most
  return isShort && !isCut ? text : `${text.slice(0, most).toWellFormed()} … (cut off here)`
}

/** Redacts secrets from an outcome: services echo their input, above all in errors. */
export function hiding(values: readonly string[]): (outcome: ToolOutcome) => ToolOutcome {
  const secrets = values
    .flatMap((value) => [value, ...value.split(/\s+/).slice(1)])
    .filter((value) => value.length >= MIN_SECRET_LENGTH)
    .toSorted((one, other) => other.length - one.length)
  const hide = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  return ({ status, result, detail }) => ({
    status,
    result: hide(result),
    ...(detail !== undefined && { detail: mapTexts(detail, hide) }),
  })
}
