import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import { jsonIn } from '../../../providers/speech/service.ts'
import type { SpokenSound } from '../../../providers/speech/speak.ts'
import { type Talk, type TalkEvent, verbatim } from '../../../providers/speech/talk.ts'
import { createTalkExplanation } from '../../conversations/explanations/explain.ts'
import { makeCalls } from '../../conversations/turns/make-calls.ts'
import type { Question } from '../session/thoughts.ts'
import type { Briefed, Briefing } from './briefing.ts'

interface Place {
  readonly talk: Talk
  readonly brief: Briefing
  /** Name of the model. */
  readonly model: string
  /** Current language, ISO 639-1. */
  readonly language: () => string
}

/** Streams an answer of a realtime model; returns whether the call ends with it. */
type Answer = AsyncGenerator<Exclude<TalkEvent, { kind: 'tool-call' }>, boolean>

type ToolCall = Extract<TalkEvent, { kind: 'tool-call' }>

/** Audio answers of a model that hears, thinks and speaks. */
export function soundsOfTalk(context: Context, place: Place) {
  return async function* (
    question: Question,
    onEnd: (isLast: boolean) => void,
  ): AsyncGenerator<SpokenSound> {
    place.talk.begin()
    const asked = await place.brief(question, place.language())
    if (!asked) return onEnd(true)
    const { fixed } = asked
    const { signal } = question
    if (!fixed) return onEnd(yield* soundIn(answer(context, place, asked, question)))
    const said = place.talk.ask({ instructions: verbatim(fixed.text), mayCall: false, signal })
    yield* soundIn(withoutCalls(said))
    onEnd(fixed.isLast)
  }
}

/** Text answers of a model that hears and thinks; a synthesizer speaks them. */
export function wordsOfTalk(context: Context, place: Place) {
  return async function* (question: Question): AsyncGenerator<string, boolean> {
    place.talk.begin()
    const asked = await place.brief(question, place.language())
    if (!asked) return true
    const { fixed } = asked
    if (fixed) {
      place.talk.said(fixed.text)
      yield fixed.text
      return fixed.isLast
    }
    const answers = answer(context, place, asked, question)
    for (;;) {
      const { done, value } = await answers.next()
      if (done) return value
      if (value.kind === 'words') yield value.text
    }
  }
}

/** Last words of a call whose model is unavailable. */
export const apology = (language: string): string => phrasesFor(language).unavailable

/** Makes the model answer, with tool calls within the limits of a chat. */
async function* answer(
  context: Context,
  { talk, model }: Place,
  asked: Briefed,
  question: Question,
): Answer {
  const { signal } = question
  const { system: instructions, passages } = await asked.input()
  const explanation = createTalkExplanation(context, model)
  let hasWords = false
  const begins = explanation.timed(() => {
    hasWords = true
  })
  const rounds = createRounds(context, asked, signal)
  try {
    for (;;) {
      const mayCall = rounds.begin()
      const calls: ToolCall[] = []
      let hasSpoken = false
      for await (const event of talk.ask({ instructions, mayCall, signal })) {
        if (event.kind === 'tool-call') calls.push(event)
        else {
          hasSpoken = true
          begins(event.kind)
          yield event
        }
      }
      if (calls.length === 0 || !mayCall || signal.aborted) break
      for (const { callId, result } of await rounds.make(calls)) talk.toolResult(callId, result)
      // The last words were said: nothing may follow.
      if ((rounds.isLast() && hasSpoken) || signal.aborted) break
    }
  } finally {
    rounds.end()
    const basis = { baseId: asked.assistant.knowledgebase_id, passages }
    if (hasWords)
      // A realtime model is not asked to say so: it would be heard.
      question.explain?.({
        explanation: explanation.of(rounds.made(), basis),
        isUnanswered: false,
      })
  }
  asked.answered(question)
  return rounds.isLast()
}

/** The tool rounds of an answer and their results. */
function createRounds(context: Context, { tools, log }: Briefed, signal: AbortSignal) {
  const { toolRounds, toolCalls, toolsMs } = context.config.limits
  const clock = new AbortController()
  context.sleep(toolsMs, clock.signal).then(
    () => clock.abort(),
    () => undefined,
  )
  const inTime = AbortSignal.any([signal, clock.signal])
  let round = 0
  const names: string[] = []
  let isLast = false

  return {
    /** Counts a request to the model; true if the model may call tools in it. */
    begin(): boolean {
      const mayCall =
        tools.length > 0 &&
        round < toolRounds &&
        names.length < toolCalls &&
        !isLast &&
        !inTime.aborted
      round += 1
      return mayCall
    },
    isLast: () => isLast,
    /** The requests to the model, and the tools called. */
    made: () => ({ rounds: round, tools: names }),
    async make(calls: readonly ToolCall[]) {
      const left = toolCalls - names.length
      const wanted = { calls: calls.map(callOf), tools, log, left, signal: inTime }
      const results = await makeCalls(context, wanted)
      names.push(...results.calls.map(({ name }) => name))
      isLast = results.endsChat
      return calls.map(({ callId }, at) => ({
        callId,
        result: results.calls[at]?.result ?? 'The function was not called.',
      }))
    },
    end: () => clock.abort(),
  }
}

const callOf = ({ callId, name, arguments: written }: ToolCall) => ({
  type: 'tool-call' as const,
  toolCallId: callId,
  toolName: name,
  // Invalid JSON is rejected like a non-object.
  input: written.trim() === '' || jsonIn(written) !== undefined ? written : 'null',
})

async function* withoutCalls(events: AsyncIterable<TalkEvent>): Answer {
  for await (const event of events) if (event.kind !== 'tool-call') yield event
  return false
}

/** Audio of an answer with its transcript, which arrives separately. */
async function* soundIn(answers: Answer): AsyncGenerator<SpokenSound, boolean> {
  let text = ''
  let item: string | undefined
  for (;;) {
    const { done, value } = await answers.next()
    if (done) {
      if (text !== '' && item !== undefined)
        yield { pcm: new Int16Array(0), rate: 24_000, goesOn: text }
      return value
    }
    if (value.kind === 'words') text += value.text
    else {
      const { pcm, rate, itemId } = value
      yield { pcm, rate, ...(itemId === item ? { goesOn: text } : { begins: text }) }
      item = itemId
      text = ''
    }
  }
}
