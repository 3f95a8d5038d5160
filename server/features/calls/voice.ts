import type { Context } from '../../context.ts'
import type { VoiceProvider } from '../../providers/voice/provider.ts'
import { createSandbox, SANDBOX, type Sandbox } from '../../providers/voice/sandbox/sandbox.ts'
import { playConversation } from './sandbox/talk.ts'
import { createSwitchboard } from './switchboard.ts'
import { telephoneFor } from './telephone/telephone-of.ts'

/** The embedded voice provider. It keeps nothing in memory, so that it may be made wherever it is used. */
export const sandboxOf = (context: Context): Sandbox =>
  createSandbox({
    ...context,
    switchboard: createSwitchboard(context),
    talk: (step, scene, signal) => playConversation(context, step, scene, signal),
  })

/** The provider that a call is kept with; undefined when it is no longer set up, and for web calls, which nobody dials. */
export const voiceOf = (context: Context, name: string): VoiceProvider | undefined =>
  name === SANDBOX ? sandboxOf(context) : telephoneFor(context, name)
