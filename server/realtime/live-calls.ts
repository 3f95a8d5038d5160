import type { AiMode } from '#contracts/dial-fields.ts'
import type { CallCompany } from '#contracts/ongoing-calls.ts'
import type { VoiceEnd } from '#contracts/voice-socket.ts'

/** A call in progress in this process. */
export interface LiveCall {
  readonly callId: number
  /** Undefined if the call belongs to no conversation. */
  readonly conversationId: number | undefined
  /** The visitor typed a message instead of speaking; it is in the conversation already. */
  typed(text: string): void
  /** An operator's hint for the next answer. */
  whisper(hint: string): void
  /** Operators on the call; absent if operators cannot join it. */
  company?(): CallCompany
  /** Connects the caller with a number, E.164, and ends the call here; absent if the call cannot be transferred. */
  transfer?(number: string): void
  /** The dial of its conversation was changed; absent if operators cannot speak on it. */
  dialTurned?(mode: AiMode): void
  /** Ends the call. Resolves once the whole transcript has been written. */
  close(reason: VoiceEnd): Promise<void>
}

/** The calls in progress in this process. */
export interface LiveCalls {
  /** Adds a call until the returned function is called. */
  add(call: LiveCall): () => void
  readonly count: number
  byId(callId: number): LiveCall | undefined
  ofConversation(conversationId: number): LiveCall | undefined
  /** Ends the call of a conversation, if there is one. */
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
