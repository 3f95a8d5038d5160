import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Logger } from '../../log.ts'
import { type Channel, createChannel } from './channel.ts'
import { createCommittedHearing } from './committed-hearing.ts'
import type { ConverseOptions, Converser, ConverserEvent, Conversing } from './converse.ts'
import type { Hearing, HearOptions, Transcriber } from './hear.ts'
import { SPEECH_LIMITS } from './limits.ts'
import { SpeechError } from './speech-error.ts'
import { createSpokenItems, type HeardPart } from './spoken-items.ts'

/** An event of a response. */
export type TalkEvent = Extract<ConverserEvent, { kind: 'sound' | 'words' | 'tool-call' }>

interface Question {
  readonly instructions: string
  /** False for a response without function calls. */
  readonly mayCall: boolean
  readonly signal: AbortSignal
}

/** A call's conversation with a realtime model, split into transcription and responses. */
export interface Talk {
  /** Transcribes the caller; opening it starts the conversation. */
  readonly transcriber: Transcriber
  /** Starts a response: anything unheard of the previous one is dropped from the conversation. */
  begin(): void
  /**
   * Requests a response, or its continuation, to everything so far.
   * @throws SpeechError if there is none, or the conversation is lost
   */
  ask(question: Question): AsyncGenerator<TalkEvent>
  toolResult: Conversing['toolResult']
  /** Adds text: typed by the caller, or spoken by the assistant on its own. */
  typed(text: string): void
  said(text: string): void
  /** Sets how much of the response was heard: the model forgets the rest. */
  heard(part: HeardPart): void
}

interface Options extends Pick<ConverseOptions, 'tools' | 'voice'> {
  readonly converser: Converser
  /** Earlier messages, oldest first. */
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
  readonly log: Pick<Logger, 'warn'>
}

/** A requested response; its id is known once it has started. */
interface Answer {
  id?: string
  readonly events: Channel<TalkEvent>
}

/** Instructions to speak a given text. */
export const verbatim = (text: string): string =>
  `Say the following word for word, in its language, and nothing else: ${text}`

const UNHEARD: HeardPart = { text: '', ms: 0, isWhole: false }

/** Starts a conversation in which turns are ours. */
export function createTalk(
  { sleep }: Pick<Context, 'sleep'>,
  { converser, tools, voice, history, log }: Options,
): Talk {
  const items = createSpokenItems()
  let conversing: Conversing | undefined
  let answer: Answer | undefined
  let lost: { readonly error: unknown } | undefined
  /** Last refusal, which may explain a missing response. */
  let refusal: Fault<ReasonCode> | undefined

  function open({ rate, languages, signal }: HearOptions): Hearing {
    // With several, the service detects the language itself.
    const language = languages.length === 1 ? languages[0] : undefined
    const manner = { rate, tools, voice, signal, ...(language !== undefined && { language }) }
    const begun = converser.open({ ...manner, instructions: '', turns: 'ours' })
    const heard = createCommittedHearing(begun)
    conversing = begun
    for (const { role, content } of history) begun.text(role, content)
    read(begun, heard).then(heard.end, (error: unknown) => {
      lost = { error }
      answer?.events.fail(error)
      heard.fail(error)
    })
    return heard.hearing
  }

  async function read(
    { events }: Conversing,
    { hear }: ReturnType<typeof createCommittedHearing>,
  ): Promise<void> {
    for await (const event of events) {
      if (event.kind === 'heard') hear(event)
      else if (event.kind !== 'failed') take(event)
      else {
        refusal = event.fault
        log.warn({ fault: refusal }, 'a realtime model refuses something')
      }
    }
  }

  function take(event: Exclude<ConverserEvent, { kind: 'heard' | 'failed' }>): void {
    if (!answer) return
    if (event.kind === 'response-started') answer.id ??= event.responseId
    else if (event.kind === 'tool-call') answer.events.push(event)
    else if ('responseId' in event && event.responseId === answer.id) {
      if (event.kind === 'response-ended') endAnswer(answer, event)
      else {
        items.add(event)
        answer.events.push(event)
      }
    }
  }

  function endAnswer(
    { events }: Answer,
    { fault: reason }: Extract<ConverserEvent, { kind: 'response-ended' }>,
  ): void {
    answer = undefined
    if (reason) events.fail(new SpeechError(reason))
    else events.end()
  }

  return {
    transcriber: { isStreaming: false, endsTurns: false, open },
    begin: () => items.settle(UNHEARD, conversing),
    async *ask({ instructions, mayCall, signal }) {
      if (lost) throw lost.error
      if (!conversing || signal.aborted) return
      const { events } = (answer = { events: createChannel() })
      const giveUp = (): void => {
        if (answer?.events === events) answer = undefined
        events.end()
        conversing!.cancel()
      }
      signal.addEventListener('abort', giveUp, { once: true })
      const seconds = SPEECH_LIMITS.firstSoundMs / 1000
      const begun = new AbortController()
      sleep(SPEECH_LIMITS.firstSoundMs, begun.signal).then(
        () => events.fail(new SpeechError(refusal ?? fault('speech_slow', { seconds }))),
        () => undefined,
      )
      conversing.respond(instructions, mayCall)
      try {
        for await (const event of events) {
          begun.abort()
          yield event
        }
      } finally {
        begun.abort()
        signal.removeEventListener('abort', giveUp)
        // A consumer that stops early wants no more of it.
        if (answer?.events === events) giveUp()
      }
    },
    toolResult: (callId, output) => conversing?.toolResult(callId, output),
    typed: (text) => conversing?.text('user', text),
    said: (text) => conversing?.text('assistant', text),
    heard: (part) => items.settle(part, conversing),
  }
}
