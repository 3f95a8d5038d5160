import { speakBySentence } from './by-sentence.ts'
import type { Converser } from './converse.ts'
import type { Transcriber } from './hear.ts'
import type { SpeechNeeds } from './service.ts'
import type { Synthesizer } from './speak.ts'
import { createTalk, verbatim } from './talk.ts'

/** Sample rate of the unused input while a sentence is spoken, Hz. */
const RATE = 16_000

/** Speaks given sentences with a realtime model, for samples. */
export const speakByConverser = (
  context: Pick<SpeechNeeds, 'sleep'>,
  converser: Converser,
): Synthesizer => ({
  takesFragments: false,
  open: ({ voice, language, signal: caller }) =>
    speakBySentence(async function* (text, signal) {
      const ended = new AbortController()
      const talk = talkOf(context, converser, voice)
      const line = AbortSignal.any([signal, ended.signal])
      talk.transcriber.open({ rate: RATE, languages: [language], signal: line })
      try {
        const question = { instructions: verbatim(text), mayCall: false, signal }
        for await (const event of talk.ask(question)) if (event.kind === 'sound') yield event
      } finally {
        ended.abort()
      }
    }, caller),
})

/** Transcribes with a realtime model, for samples. */
export const hearByConverser = (
  context: Pick<SpeechNeeds, 'sleep'>,
  converser: Converser,
): Transcriber => talkOf(context, converser, '').transcriber

function talkOf(context: Pick<SpeechNeeds, 'sleep'>, converser: Converser, voice: string) {
  // A refusal is part of the error that follows.
  const log = { warn: () => undefined }
  return createTalk(context, { converser, voice, tools: [], history: [], log })
}
