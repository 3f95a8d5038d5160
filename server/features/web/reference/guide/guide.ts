import { ACCESS } from './access.ts'
import { ERRORS } from './errors.ts'
import { IDENTITY } from './identity.ts'
import { LIMITS } from './limits.ts'
import { CALL_SANDBOX, SMS_SANDBOX } from './sandbox.ts'
import type { Section } from './section.ts'
import { LISTS, REQUESTS } from './values.ts'
import { SIGNATURES, WEBHOOKS } from './webhooks.ts'

/** The sections of the guide in order. */
export const GUIDE: readonly Section[] = [
  ACCESS,
  REQUESTS,
  LISTS,
  ERRORS,
  LIMITS,
  IDENTITY,
  WEBHOOKS,
  SIGNATURES,
  SMS_SANDBOX,
  CALL_SANDBOX,
]
