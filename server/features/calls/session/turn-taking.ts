import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { TurnSettings } from './settings.ts'
import { turn } from './turn.ts'
import type { TurnEffect, TurnEvent } from './turn-events.ts'
import { atRest, beforeCall, type Phase, shownAs, wakeAt } from './turn-state.ts'

interface Options {
  readonly settings: TurnSettings
  readonly notify: (message: VoiceServerMessage) => void
  /** The call returned to listening. */
  readonly onListening: () => void
}

/** Keeps the turn-taking state of a call and reports its phases. */
export function createTurnTaking({ settings: initial, notify, onListening }: Options) {
  let settings = initial
  let state = beforeCall

  function notifyPhase(before?: Phase['kind']): void {
    const { kind } = state.phase
    if (kind === before || kind === 'over') return
    if (kind === 'listening') onListening()
    notify({ type: 'state', state: shownAs(kind) })
  }

  return {
    state: () => state,
    canBeInterrupted: () => settings.canBeInterrupted,
    /** Reports whether a `tick` is due, ms since the call was answered. */
    isDue: (at: number): boolean => at >= (wakeAt(state, settings) ?? Number.POSITIVE_INFINITY),
    /** Handles an event and returns its effects. */
    take(event: TurnEvent): readonly TurnEffect[] {
      const before = state.phase.kind
      const step = turn(state, event, settings)
      state = step.state
      notifyPhase(before)
      return step.effects
    },
    /** Starts a fresh silence with nothing to answer. */
    rest(at: number, isVoiceOn: boolean): void {
      state = atRest(state, at, isVoiceOn)
      notifyPhase()
    },
    /** Ends the call by then, ms since it was answered. */
    endBy(at: number): void {
      settings = { ...settings, longestMs: Math.min(settings.longestMs, at) }
    },
  }
}
