import type { Fault } from '#contracts/faults.ts'
import type { FormApiAccount } from './account.ts'

/** Current access to the owner's form API account. */
export interface FormApiAccess {
  /** Undefined if no account is set up or its token cannot be read. */
  account(): FormApiAccount | undefined
  /** Its id, which is known even without the token; undefined if no account is set up. */
  id(): string | undefined
  /** Reason why its token cannot be read. */
  fault(): Fault | undefined
}
