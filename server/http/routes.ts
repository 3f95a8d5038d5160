import type { Context } from '../context.ts'
import type { Gate } from './gate.ts'
import type { Handle } from './handle.ts'

/** Dependencies of routes beside the context. */
export interface Http {
  readonly handle: Handle
  readonly gate: Gate
}

/** Registers the endpoints of one feature; `extra` is what it needs beside the context. */
export type Routes<extra = unknown> = (context: Context & Http & extra) => void
