/** Sends a message to the service. */
type Send = (message: object) => void

/** A request for a response, with its own instructions. */
interface ResponseRequest {
  readonly instructions: string | undefined
  readonly mayCall: boolean
}

/** Manages the responses of a conversation: requests them one at a time, and tracks the length of each item's audio. */
export function createAnswers(send: Send, rate: number) {
  const samples = new Map<string, number>()
  const cancelled = new Set<string>()
  /** Requested, but not started yet. */
  let asked: ResponseRequest | undefined
  /** Presumably answered by the active response. */
  let answered: ResponseRequest | undefined
  let active: string | undefined
  /** To be requested once the active response has ended. */
  let queued: ResponseRequest | undefined
  let isGivenUp = false

  function ask(request: ResponseRequest): void {
    asked = request
    const { instructions, mayCall } = request
    const response = {
      ...(instructions && { instructions }),
      ...(!mayCall && { tool_choice: 'none' }),
    }
    send({ type: 'response.create', ...(Object.keys(response).length > 0 && { response }) })
  }

  function askNext(): void {
    const request = queued
    queued = undefined
    if (request) ask(request)
  }

  return {
    respond(request: ResponseRequest): void {
      if (asked || active !== undefined) queued = request
      else ask(request)
    },
    cancel(): void {
      queued = undefined
      if (active !== undefined && !cancelled.has(active)) {
        cancelled.add(active)
        send({ type: 'response.cancel' })
      } else if (asked) isGivenUp = true
    },
    /** A response has started. */
    begin(id: string): void {
      active = id
      answered = asked
      asked = undefined
      if (isGivenUp) {
        cancelled.add(id)
        send({ type: 'response.cancel' })
      }
      isGivenUp = false
    },
    end(id: string): void {
      cancelled.delete(id)
      if (active === id) active = answered = undefined
      if (active === undefined && !asked) askNext()
    },
    /** The service rejected a message. Returns true if that has been handled. */
    refuse(code: string | null | undefined): boolean {
      // The cancellation crossed with the end of the response.
      if (code === 'response_cancel_not_active') return true
      const request = asked ?? answered
      asked = answered = undefined
      const isEarly = code === 'conversation_already_has_active_response' && request !== undefined
      // The service had started a response by itself, which answers something else.
      if (isEarly && !isGivenUp) queued ??= request
      isGivenUp = false
      if (active === undefined && !isEarly) askNext()
      return isEarly
    },
    /** Reports whether a response has been cancelled. */
    isCancelled: (id: string) => cancelled.has(id),
    add(itemId: string, count: number): void {
      samples.set(itemId, (samples.get(itemId) ?? 0) + count)
    },
    truncate(itemId: string, heardMs: number): void {
      const count = samples.get(itemId)
      // The service rejects times beyond the item's end, and would then assume that all of it was heard.
      if (count === undefined || !Number.isFinite(heardMs)) return
      const longest = Math.floor((count / rate) * 1000)
      const audio_end_ms = Math.min(Math.max(Math.floor(heardMs), 0), longest)
      send({ type: 'conversation.item.truncate', item_id: itemId, content_index: 0, audio_end_ms })
    },
  }
}
