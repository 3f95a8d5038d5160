import type { AiMode } from '#contracts/dial-fields.ts'
import type { CallCompany } from '#contracts/ongoing-calls.ts'
import type { VoiceEnd } from '#contracts/voice-socket.ts'

/** A call that goes on in this process. */
export interface LiveCall {
  readonly callId: number
  /** Undefined for a call that is spoken in none. */
  readonly conversationId: number | undefined
  /** The visitor has written instead of speaking; the message is in the conversation already. */
  typed(text: string): void
  /** An operator's hint for the next answer. */
  whisper(hint: string): void
  /** People of the desk who are on it; absent where none can be. */
  company?(): CallCompany
  /** The dial of its conversation was turned; absent where no person can speak on it. */
  dialTurned?(mode: AiMode): void
  /** Ends it. Resolves once all that was said is written down. */
  close(reason: VoiceEnd): Promise<void>
}

/** The calls that go on in this process. */
export interface LiveCalls {
  /** Adds a call, until the function that is returned is called. */
  add(call: LiveCall): () => void
  readonly count: number
  byId(callId: number): LiveCall | undefined
  ofConversation(conversationId: number): LiveCall | undefined
  /** Ends the call of a conversation, where there is one. */
  closeConversation(conversationId: number): void
  closeAll(reason: VoiceEnd): Promise<void>
}

export function createLiveCalls(): LiveCalls {
  const calls = new Set<LiveCall>()
  const find = (test: (call: LiveCall) => boolean) => [...calls].find(test)
  const ofConversation = (id: number) => find(({ conversationId }) => conversationId === id)

  return {
    add(call) {
      calls.add(call)
      return () => void calls.delete(call)
    },
    get count() {
      return calls.size
    },
    byId: (id) => find(({ callId }) => callId === id),
    ofConversation,
    closeConversation: (id) => void ofConversation(id)?.close('closed'),
    async closeAll(reason) {
      await Promise.all([...calls].map((call) => call.close(reason)))
    },
  }
}
