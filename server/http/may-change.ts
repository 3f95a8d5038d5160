import { AppError } from '../errors.ts'
import type { Operator } from './principal.ts'

/**
 * Refuses whoever was let in by an API key, which may be in a program that somebody else controls: it must not open this
 * machine's network, nor put other data in the place of what is there.
 * @throws AppError `forbidden`
 */
export function assertMayChange({ isByKey }: Operator): void {
  if (isByKey) throw new AppError('sign_in_by_link')
}
