import { isKnown } from '../../../language/stop-words.ts'
import { languageOf } from '../../../language/words.ts'
import type { HeardEvent, Transcriber } from '../../../providers/speech/hear.ts'
import type { Synthesizer } from '../../../providers/speech/speak.ts'
import type { Speech } from '../../speech/speech-of.ts'
import { languageCodeOf } from '../../speech/voice-language.ts'

/** Detects the language of a text by its words; the current one unless another clearly prevails. */
function languageIn(text: string, current: string): string {
  if (isKnown(current)) return languageOf(text, current)
  // Nothing is known of the words of the current one: another prevails only whichever is expected.
  const [one, other] = [languageOf(text, 'en'), languageOf(text, 'de')]
  return one === other ? one : current
}

/** Detects the language of heard words among those of an assistant. */
export function detectLanguage(
  text: string,
  current: string,
  languages: readonly string[],
): string {
  const found = languageIn(text, current)
  return languages.includes(found) ? found : current
}

/** Switches voice and answers to the caller's language, among those of the assistant. */
export function followLanguage({ listening: { languages }, voiceIn }: Speech) {
  let current = languages[0]!

  /** As reported by the service, otherwise detected from the words. */
  function hear({ text, language }: Extract<HeardEvent, { text: string }>): void {
    const reported = language === undefined ? undefined : languageCodeOf(language)
    const isReported = reported !== undefined && languages.includes(reported)
    current = isReported ? reported : detectLanguage(text, current, languages)
  }

  return {
    current: () => current,
    ear: (transcriber: Transcriber): Transcriber => ({
      ...transcriber,
      open(options) {
        const hearing = transcriber.open(options)
        return {
          ...hearing,
          events: {
            async *[Symbol.asyncIterator]() {
              for await (const event of hearing.events) {
                if (event.kind === 'final' && event.text !== '') hear(event)
                yield event
              }
            },
          },
        }
      },
    }),
    mouth: (synthesizer: Synthesizer): Synthesizer => ({
      ...synthesizer,
      open: (options) => synthesizer.open({ ...options, ...voiceIn(current) }),
    }),
  }
}
