import type { Desk } from '../../../app/desk.ts'
import { createListening, type Listening } from './listening.ts'

const held = new WeakMap<object, Map<number, Listening>>()

/** The listening state for a call, shared within the desk: an operator on a call can navigate away and return to it. */
export function listeningOf(desk: Pick<Desk, 'api'>, callId: number): Listening {
  const calls = held.get(desk.api) ?? new Map<number, Listening>()
  held.set(desk.api, calls)
  const known = calls.get(callId) ?? createListening({ api: desk.api, callId })
  calls.set(callId, known)
  return known
}

/** Call when a call is no longer shown: a mere listener leaves it. */
export function leaveIfListening(desk: Pick<Desk, 'api'>, callId: number): void {
  const calls = held.get(desk.api)
  const listening = calls?.get(callId)
  if (!listening || listening.stage.value === 'speaking' || listening.stage.value === 'taking')
    return
  listening.leave()
  calls!.delete(callId)
}
