import type { Spoken, Timing } from '../../../providers/voice/provider.ts'
import type { HeardUtterance } from './mouth.ts'
import type { Question } from './thoughts.ts'
import type { Happening, ThoughtCause, TurnEffect } from './turn-events.ts'
import type { TurnState } from './turn-state.ts'

/** An answer that is being found and said. */
type Growing = { -readonly [key in keyof Timing]: Timing[key] } & { readonly from: number }

type Answer = (question: Question) => AsyncGenerator<string, boolean>

/** Notes how the assistant's answers come about, and which are cut short, by a clock in ms. What nobody asked for aloud has no anatomy. */
export function createAnatomy(elapsed: () => number) {
  /** End of the customer's voice. */
  let silentAt: number | undefined
  let growing: Growing | undefined
  /** Utterance that the customer has cut short. */
  let cut: number | undefined
  let utterances: readonly (readonly [utterance: number, Growing])[] = []

  const since = ({ from }: Growing): number => Math.round(elapsed() - from)

  return {
    /** Watches for the end of the customer's voice. */
    watching:
      (happen: (event: Happening) => void) =>
      (event: Happening): void => {
        if (event.kind === 'voice') silentAt = event.isOn ? undefined : elapsed()
        happen(event)
      },
    /** Watches for words that the customer cuts short; the end of a call is no interruption. */
    noticed(effect: TurnEffect, { phase }: TurnState): TurnEffect {
      if (effect.kind === 'clear' && phase.kind !== 'over') cut = effect.utterance
      return effect
    },
    /** The assistant is asked for words. */
    asked({ kind }: ThoughtCause): void {
      growing = undefined
      if (kind !== 'reply' || silentAt === undefined) return
      growing = { from: silentAt, heardMs: 0, thoughtMs: null, soundMs: null }
      growing.heardMs = since(growing)
      silentAt = undefined
    },
    /** The same answers, whose first word is noticed. */
    worded:
      (answer: Answer): Answer =>
      (question) =>
        noticing(answer(question), growing),
    /** The answer begins to sound, as this utterance. */
    sounded(utterance: number): void {
      if (!growing || growing.soundMs !== null) return
      growing.soundMs = since(growing)
      utterances = [...utterances, [utterance, growing] as const].slice(-4)
    },
    /** Words of an utterance, with how they came about. */
    told({ text: content, utterance }: Pick<HeardUtterance, 'text' | 'utterance'>): Spoken {
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
