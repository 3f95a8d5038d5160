import type { ReasonCode } from '#contracts/faults.ts'
import { FaultError } from '../../../errors.ts'

/** Thrown for a document with nothing to answer from; the fault is shown to the person who added it. */
export class Unreadable extends FaultError<ReasonCode> {
  override readonly name = 'Unreadable'
}
