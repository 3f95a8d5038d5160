import type { Context } from '../../context.ts'
import { createSandbox, type Sandbox } from '../../providers/voice/sandbox/sandbox.ts'
import { createSwitchboard } from './switchboard.ts'

/** The voice provider of a server. It keeps nothing in memory, so that it may be made wherever it is used. */
export function voiceOf(context: Context): Sandbox {
  return createSandbox({ ...context, switchboard: createSwitchboard(context) })
}
