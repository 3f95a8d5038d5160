import { mapTexts } from '#contracts/faults.ts'
import type { GuardedResponse } from '../../../providers/http/guarded-fetch.ts'
import type { ToolOutcome } from './offered.ts'

/** Shortest secret that is looked for in an answer: a shorter one would be found in ordinary words. */
const SHORTEST = 6

/** Replacement of a redacted secret. */
export const HIDDEN = '[hidden]'

/** The body of an answer as a model may read it, so many characters of it. */
export function readable({ body, isCut }: Pick<GuardedResponse, 'body' | 'isCut'>, most: number) {
  const text = body.toString('utf8').replaceAll('\0', '').toWellFormed().trim()
  const isShort = text.length <= most
  return isShort && !isCut ? text : `${text.slice(0, most).toWellFormed()} … (cut off here)`
}

/** Takes secrets out of an outcome: services echo what they were sent, in errors above all. */
export function hiding(values: readonly string[]): (outcome: ToolOutcome) => ToolOutcome {
  const secrets = values
    .flatMap((value) => [value, ...value.split(/\s+/).slice(1)])
    .filter((value) => value.length >= SHORTEST)
    .toSorted((one, other) => other.length - one.length)
  const hide = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  return ({ status, result, detail }) => ({
    status,
    result: hide(result),
    ...(detail !== undefined && { detail: mapTexts(detail, hide) }),
  })
}
