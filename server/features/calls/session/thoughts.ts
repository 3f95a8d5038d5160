import type { Logger } from '../../../log.ts'
import type { SpeakOptions, SpokenSound, Synthesizer } from '../../../providers/speech/speak.ts'
import type { Ending } from './ending.ts'
import { soundOf, soundOfPhrase } from './say.ts'
import type { ThoughtCause } from './turn-events.ts'

/** Something the assistant is to find words for. */
export interface Question {
  readonly cause: ThoughtCause
  /** The longest duration is almost reached. */
  readonly isEndNear: boolean
  /** Reason why these are the last words of the call, whatever was asked. */
  readonly ending?: Ending | undefined
  readonly signal: AbortSignal
}

/** End of a thought: its utterance, if anything was said, and whether the call ends with it. */
export interface Thought {
  readonly thought: number
  readonly utterance: number | undefined
  readonly isLast: boolean
}

/** An answer as sound, as it comes; tells at its end whether the call ends with it. */
export type Sounds = (
  question: Question,
  onEnd: (isLast: boolean) => void,
) => AsyncGenerator<SpokenSound>

interface Options {
  readonly synthesizer: Synthesizer
  readonly voice: Omit<SpeakOptions, 'signal'>
  /** The assistant's words, as they come, and in the end whether the call ends with them. */
  readonly answer: (question: Question) => AsyncGenerator<string, boolean>
  /** In place of `answer`: a model that speaks itself. */
  readonly sounds?: Sounds | undefined
  /** Something to say while an answer to these words is being thought of. */
  readonly filler?: ((heard: string) => string | undefined) | undefined
  readonly mouth: {
    add(utterance: number, sound: SpokenSound): void
    endSentence(utterance: number): void
  }
  /** Begins the utterance of a thought and returns its number. */
  readonly begin: (thought: number) => number
  /** Aborted at the end of the call. */
  readonly over: AbortSignal
  /** Called with each thought that was not given up. */
  readonly onThought: (thought: Thought) => void
  readonly log: Pick<Logger, 'warn'>
}

/** A thought while its answer is being found and said. */
interface Thinking {
  readonly cause: ThoughtCause
  readonly stop: AbortController
  /** Aborted when the answer has sound before what fills the time has. */
  readonly hasWords: AbortController
  utterance?: number
  /** Settles when what fills the time is made. */
  filler?: Promise<void>
}

/** Finds words for the assistant, and says them as they come. */
export function createThoughts(options: Options) {
  const { mouth, begin, over, log } = options
  const thoughts = new Map<number, Thinking>()
  const spoken: Sounds = (question, onEnd) =>
    soundOf(options, { words: options.answer(question), signal: question.signal, onEnd })
  const { sounds = spoken } = options

  async function answer(thought: number, question: Omit<Question, 'signal'>): Promise<void> {
    const { cause } = question
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, over])
    const thinking: Thinking = { cause, stop, hasWords: new AbortController() }
    thoughts.set(thought, thinking)
    const isLast = await sayAnswer(thought, thinking, { ...question, signal })
    thoughts.delete(thought)
    if (!signal.aborted) options.onThought({ thought, utterance: thinking.utterance, isLast })
  }

  /** Says an answer as it comes, as far as it comes, and returns whether it is the last one. */
  async function sayAnswer(
    thought: number,
    thinking: Thinking,
    question: Question,
  ): Promise<boolean> {
    const { signal } = question
    let isLast = false
    const onEnd = (isEnd: boolean) => {
      isLast = isEnd
    }
    try {
      for await (const sound of sounds(question, onEnd)) {
        if (thinking.utterance === undefined) thinking.hasWords.abort()
        // What fills the time is said to its end, and the answer follows it.
        await thinking.filler
        if (signal.aborted) break
        thinking.utterance ??= begin(thought)
        mouth.add(thinking.utterance, sound)
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'an answer on a call is incomplete')
    }
    // There may be no answer.
    await thinking.filler
    return isLast
  }

  async function sayFiller(thought: number, thinking: Thinking, phrase: string): Promise<void> {
    const signal = AbortSignal.any([thinking.stop.signal, over, thinking.hasWords.signal])
    for await (const sound of soundOfPhrase(options, phrase, signal)) {
      if (signal.aborted) return
      thinking.utterance ??= begin(thought)
      mouth.add(thinking.utterance, sound)
    }
    if (thinking.utterance !== undefined) mouth.endSentence(thinking.utterance)
  }

  return {
    think(thought: number, question: Omit<Question, 'signal'>): void {
      void answer(thought, question)
    },
    abort(thought: number): void {
      thoughts.get(thought)?.stop.abort()
    },
    /** Says something while the answer is being thought of: it is the beginning of the same utterance. */
    fill(thought: number): void {
      const thinking = thoughts.get(thought)
      if (thinking?.cause.kind !== 'reply' || thinking.utterance !== undefined) return
      const phrase = options.filler?.(thinking.cause.heard)
      if (phrase === undefined) return
      thinking.filler = sayFiller(thought, thinking, phrase).catch((error: unknown) => {
        log.warn({ err: error }, 'a filler on a call could not be said')
      })
    },
  }
}
