import type { ReasonCode } from '#contracts/faults.ts'
import { FaultError } from '../../../errors.ts'

/** A document that holds nothing to answer from; the fault is for the person who added it. */
export class Unreadable extends FaultError<ReasonCode> {
  override readonly name = 'Unreadable'
}
