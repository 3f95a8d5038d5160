import type { HeardEvent } from '../hear.ts'
import type { LineClock } from '../line-clock.ts'
import type { DeepgramMessage } from './message.ts'

type Text = Extract<DeepgramMessage, { kind: 'text' }>

/**
 * Converts the service's texts to events. While a final text is awaited, its parts are reported as partial, so that the final
 * event contains it all.
 */
export function createUtterances(clock: LineClock, emit: (event: HeardEvent) => void) {
  /** Stable parts of a final text that is not complete yet. */
  let held = ''
  let interim = ''
  let language: string | undefined
  let endMs = 0
  let isCollecting = false
  let isAwaited = false
  /** `Finalize` messages not answered yet. */
  let asked = 0
  /** True if there were words since the last end of a turn. */
  let isTurnOpen = false

  function say(kind: 'partial' | 'final' | 'end-of-turn' | 'speech', text: string, ms = endMs) {
    emit({ kind, text, ...(text !== '' && language && { language }), at: clock.at(ms) })
  }

  function settle(): void {
    const text = held
    held = interim = ''
    isAwaited = isCollecting = false
    say('final', text)
  }

  function endTurn(): void {
    if (!isTurnOpen) return
    isTurnOpen = false
    // Reports all words of the turn before its end, so that none is carried over into the next.
    if (held !== '') say('partial', held)
    say('end-of-turn', '')
    if (!isAwaited) settle()
  }

  function take(message: Text): void {
    endMs = message.endMs
    language = message.language ?? language
    if (message.text !== '') isTurnOpen = true
    if (message.isFinal) takeFinal(message)
    else {
      interim = message.text
      if (interim !== '') say('partial', joined(held, interim))
    }
  }

  function takeFinal({ text, endsTurn, isFinalize }: Text): void {
    interim = ''
    held = joined(held, text)
    if (isFinalize) asked = Math.max(0, asked - 1)
    if (isAwaited && isFinalize && asked === 0) settle()
    else if (endsTurn) endTurn()
    else if (text !== '' && isCollecting) say('partial', held)
    else if (text !== '') settle()
  }

  return {
    hear(message: DeepgramMessage): void {
      if (message.kind === 'text') take(message)
      else if (message.kind === 'end') endTurn()
      else if (message.kind === 'speech') say('speech', '', message.endMs)
    },
    /** A `Finalize` was sent. */
    finish(): void {
      asked += 1
      isAwaited = isCollecting = true
    },
    /** The awaited final text becomes part of the next one. */
    reopen(): void {
      isAwaited = false
    },
    isAwaited: () => isAwaited,
    /** The service does not answer every `Finalize`: without interim words, nothing more is to come. */
    giveUpWaiting(): void {
      if (!isAwaited || interim !== '') return
      asked = 0
      settle()
    },
    /** The connection was lost. Emits the stable text, and returns true if anything was lost. */
    lose(): boolean {
      const isLost = isAwaited || interim !== ''
      if (held !== '') settle()
      return isLost
    },
  }
}

const joined = (text: string, more: string): string => `${text} ${more}`.trim()
