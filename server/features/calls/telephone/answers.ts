import type { Context } from '../../../context.ts'
import type { Scribe } from '../live/scribe.ts'
import type { Question } from '../live/thoughts.ts'
import { replyOnCall, speakUpOnCall } from '../reply.ts'

interface Place {
  readonly callId: number
  readonly scribe: Pick<Scribe, 'written'>
}

/** Answers on a telephone call: greeting, voicemail message, and the model's answers to what was said. */
export function answersByTelephone(context: Context, { callId, scribe }: Place) {
  return async function* ({ cause, signal }: Question): AsyncGenerator<string, boolean> {
    // What is to be answered is in the transcript first.
    await scribe.written()
    if (cause.kind === 're-engagement') {
      yield speakUpOnCall(context, callId)
      return false
    }
    const heard = cause.kind === 'reply' ? cause.heard : undefined
    const asked = { callId, heard, isWritten: true }
    const { says, hangsUp } = await replyOnCall(context, asked, signal)
    if (says !== '') yield says
    return hangsUp
  }
}
