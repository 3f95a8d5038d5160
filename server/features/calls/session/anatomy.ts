import type { Spoken, Timing } from '../../../providers/voice/provider.ts'
import type { HeardUtterance } from './speech-output.ts'
import type { Question } from './thoughts.ts'
import type { ThoughtCause, TurnEffect, UntimedEvent } from './turn-events.ts'
import type { TurnState } from './turn-state.ts'

/** An answer in progress. */
type Growing = { -readonly [key in keyof Timing]: Timing[key] } & { readonly from: number }

type Answer = (question: Question) => AsyncGenerator<string, boolean>

/** Measures the latency of the assistant's answers and notes interruptions, by a clock in ms. Only answers to spoken words are measured. */
export function createAnatomy(elapsed: () => number) {
  /** End of the customer's voice. */
  let silentAt: number | undefined
  let growing: Growing | undefined
  /** Utterance interrupted by the customer. */
  let cut: number | undefined
  let utterances: readonly (readonly [utterance: number, Growing])[] = []

  const since = ({ from }: Growing): number => Math.round(elapsed() - from)

  return {
    /** Notes the end of the customer's speech. */
    watching:
      (handle: (event: UntimedEvent) => void) =>
      (event: UntimedEvent): void => {
        if (event.kind === 'voice')
          silentAt = event.isOn ? undefined : elapsed() - (event.silentMs ?? 0)
        handle(event)
      },
    /** Notes interruptions by the customer; the end of a call is not one. */
    noticed(effect: TurnEffect, { phase }: TurnState): TurnEffect {
      if (effect.kind === 'clear' && phase.kind !== 'over') cut = effect.utterance
      return effect
    },
    /** An answer is requested. */
    asked({ kind }: ThoughtCause): void {
      growing = undefined
      if (kind !== 'reply' || silentAt === undefined) return
      growing = { from: silentAt, heardMs: 0, thoughtMs: null, soundMs: null }
      growing.heardMs = since(growing)
      silentAt = undefined
    },
    /** Wraps answers to note their first word. */
    worded:
      (answer: Answer): Answer =>
      (question) =>
        noticing(answer(question), growing),
    /** The answer's audio starts, as this utterance. */
    sounded(utterance: number): void {
      if (!growing || growing.soundMs !== null) return
      growing.soundMs = since(growing)
      utterances = [...utterances, [utterance, growing] as const].slice(-4)
    },
    /** The words heard of an utterance, with its timing. */
    heardWords({ text: content, utterance }: Pick<HeardUtterance, 'text' | 'utterance'>): Spoken {
      const [, known] = utterances.find(([number]) => number === utterance) ?? []
      return {
        speaker: 'assistant',
        content,
        ...(known && { timing: timingOf(known) }),
        ...(utterance === cut && { isCut: true }),
      }
    },
  }

  async function* noticing(
    words: AsyncGenerator<string, boolean>,
    of: Growing | undefined,
  ): AsyncGenerator<string, boolean> {
    for (;;) {
      const { done, value } = await words.next()
      if (done) return value
      if (of && of.thoughtMs === null && value.trim() !== '') of.thoughtMs = since(of)
      yield value
    }
  }
}

const timingOf = ({ heardMs, thoughtMs, soundMs }: Growing): Timing => ({
  heardMs,
  thoughtMs,
  soundMs,
})
