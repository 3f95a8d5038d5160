import type { Context } from '../context.ts'
import type { Gate } from './gate.ts'
import type { Handle } from './handle.ts'

/** Dependencies of routes other than the context. */
export interface Http {
  readonly handle: Handle
  readonly gate: Gate
}

/** Registers the endpoints of one feature; `extra` are its further dependencies. */
export type Routes<extra = unknown> = (context: Context & Http & extra) => void
