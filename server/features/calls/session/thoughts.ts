import type { Logger } from '../../../log.ts'
import type { SpeakOptions, SpokenSound, Synthesizer } from '../../../providers/speech/speak.ts'
import type { Ending } from './ending.ts'
import { soundOf, soundOfPhrase } from './say.ts'
import type { ThoughtCause } from './turn-events.ts'

/** An answer of the assistant, looked back on. */
export interface Explained {
  /** The explanation as stored, JSON. */
  readonly explanation: string
  /** True if the model said that it does not answer the question. */
  readonly isUnanswered: boolean
}

/** A request for the assistant's words. */
export interface Question {
  readonly cause: ThoughtCause
  /** The maximum duration is almost reached. */
  readonly isEndNear: boolean
  /** Reason why these are the last words of the call; undefined otherwise. */
  readonly ending?: Ending | undefined
  readonly signal: AbortSignal
  /** Takes the explanation of the answer. Fixed words have none. */
  readonly explain?: ((explained: Explained) => void) | undefined
}

/** A finished thought: its utterance, if anything was said, and whether the call ends with it. */
export interface Thought {
  readonly thought: number
  readonly utterance: number | undefined
  readonly isLast: boolean
}

/** Streams an answer as audio; reports at its end whether the call ends with it. */
export type Sounds = (
  question: Question,
  onEnd: (isLast: boolean) => void,
) => AsyncGenerator<SpokenSound>

/** Produces the assistant's words and speaks them. */
export interface Speaker {
  readonly synthesizer: Synthesizer
  readonly voice: Omit<SpeakOptions, 'signal'>
  /** Streams the assistant's words; returns whether the call ends with them. */
  readonly answer: (question: Question) => AsyncGenerator<string, boolean>
  /** Replaces `answer` for a model that produces audio. */
  readonly sounds?: Sounds | undefined
  /** A filler to say while the answer to these words is pending. */
  readonly filler?: ((heard: string) => string | undefined) | undefined
}

interface Options {
  /** The current speaker. */
  readonly speaker: () => Speaker
  readonly output: {
    add(utterance: number, sound: SpokenSound): void
    endSentence(utterance: number): void
  }
  /** Resolves once the words to be answered are stored. */
  readonly stored?: (() => Promise<void>) | undefined
  /** Starts the utterance of a thought and returns its number. */
  readonly begin: (thought: number) => number
  /** Aborted at the end of the call. */
  readonly ended: AbortSignal
  /** Called with each thought that was not aborted. */
  readonly onThought: (thought: Thought) => void
  readonly log: Pick<Logger, 'warn'>
}

type Asked = Omit<Question, 'signal' | 'explain'>

/** A thought in progress. */
interface Thinking {
  readonly cause: ThoughtCause
  readonly stop: AbortController
  /** Aborted if the answer's audio arrives before the filler's. */
  readonly hasWords: AbortController
  /** The explanation of the answer; open for fixed words. */
  readonly explained: Promise<Explained>
  utterance?: number
  /** Settles once the filler is synthesized. */
  filler?: Promise<void>
}

/** Requests the assistant's words and speaks them as they arrive. */
export function createThoughts(options: Options) {
  const { speaker, output, begin, ended, log } = options
  const thoughts = new Map<number, Thinking>()
  let recent: readonly (readonly [utterance: number, Thinking])[] = []

  async function answer(thought: number, question: Asked): Promise<void> {
    const { cause } = question
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, ended])
    const { promise: explained, resolve: explain } = Promise.withResolvers<Explained>()
    const thinking: Thinking = { cause, stop, hasWords: new AbortController(), explained }
    thoughts.set(thought, thinking)
    const isLast = await sayAnswer(thought, thinking, { ...question, signal, explain })
    thoughts.delete(thought)
    if (!signal.aborted) options.onThought({ thought, utterance: thinking.utterance, isLast })
  }

  /** Speaks an answer as it arrives and returns whether it is the last one. */
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
      for await (const sound of soundsOf(speaker(), question, onEnd)) {
        if (thinking.utterance === undefined) thinking.hasWords.abort()
        await readyToSpeak(thinking)
        if (signal.aborted) break
        output.add(utterance(thought, thinking), sound)
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'an answer on a call is incomplete')
    }
    // The answer may be empty.
    await thinking.filler
    return isLast
  }

  /** The utterance of a thought, which begins now unless it has. */
  function utterance(thought: number, thinking: Thinking): number {
    if (thinking.utterance !== undefined) return thinking.utterance
    const number = begin(thought)
    thinking.utterance = number
    recent = [...recent, [number, thinking] as const].slice(-4)
    return number
  }

  /** Waits until the filler was spoken to its end, and what is answered is stored. */
  async function readyToSpeak(thinking: Thinking): Promise<void> {
    await thinking.filler
    if (thinking.utterance === undefined) await options.stored?.()
  }

  async function sayFiller(thought: number, thinking: Thinking, phrase: string): Promise<void> {
    const signal = AbortSignal.any([thinking.stop.signal, ended, thinking.hasWords.signal])
    await options.stored?.()
    for await (const sound of soundOfPhrase(speaker(), phrase, signal)) {
      if (signal.aborted) return
      output.add(utterance(thought, thinking), sound)
    }
    if (thinking.utterance !== undefined) output.endSentence(thinking.utterance)
  }

  return {
    think(thought: number, question: Asked): void {
      void answer(thought, question)
    },
    abort(thought: number): void {
      thoughts.get(thought)?.stop.abort()
    },
    /** The explanation of one of the last utterances. */
    explanationOf: (utterance: number): Promise<Explained> | undefined =>
      recent.find(([number]) => number === utterance)?.[1].explained,
    /** Says a filler while the answer is pending, as the beginning of the same utterance. */
    fill(thought: number): void {
      const thinking = thoughts.get(thought)
      if (thinking?.cause.kind !== 'reply' || thinking.utterance !== undefined) return
      const phrase = speaker().filler?.(thinking.cause.heard)
      if (phrase === undefined) return
      thinking.filler = sayFiller(thought, thinking, phrase).catch((error: unknown) => {
        log.warn({ err: error }, 'a filler on a call could not be said')
      })
    },
  }
}

/** Audio of an answer: the model's own, or its words in the voice of the synthesizer. */
function soundsOf(
  { sounds, answer, ...voice }: Speaker,
  question: Question,
  onEnd: (isLast: boolean) => void,
): AsyncGenerator<SpokenSound> {
  if (sounds) return sounds(question, onEnd)
  return soundOf(voice, { words: answer(question), signal: question.signal, onEnd })
}
