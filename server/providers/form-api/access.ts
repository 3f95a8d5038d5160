import type { Fault } from '#contracts/faults.ts'
import type { FormApiAccount } from './account.ts'

/** The account of the form API that the owner has set up, as it is now. */
export interface FormApiAccess {
  /** Undefined without one, and while its token cannot be read. */
  account(): FormApiAccount | undefined
  /** Its id, which is known without the token; undefined without an account. */
  id(): string | undefined
  /** Reason why its token cannot be read. */
  fault(): Fault | undefined
}
