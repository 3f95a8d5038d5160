import type { Context } from '../../../context.ts'
import { createChannel } from '../channel.ts'
import type { HeardEvent, Transcriber } from '../hear.ts'

/** Time that a browser has for its last words after the caller has fallen silent, ms. */
const LAST_WORDS_TIMEOUT_MS = 1500

/** Words as a browser recognises them. */
export interface BrowserWords {
  readonly text: string
  /** False while they may still change. */
  readonly final: boolean
}

/** A transcriber whose words come from the caller's browser. */
export interface BrowserTranscriber extends Transcriber {
  take(words: BrowserWords): void
}

/**
 * Recognition by the caller's browser. The audio itself is not used: it only tells when the caller speaks. Words that the
 * browser has not confirmed in time are final as they are.
 */
export function createBrowserTranscriber({ sleep }: Pick<Context, 'sleep'>): BrowserTranscriber {
  let take: BrowserTranscriber['take'] = () => undefined

  return {
    isStreaming: true,
    endsTurns: false,
    take: (words) => take(words),
    open({ signal }) {
      const events = createChannel<HeardEvent>()
      let at = 0
      let partial = ''
      /** Unconfirmed words that became final: the browser repeats them when it confirms them. */
      let taken = ''
      let waiting = new AbortController()
      signal.addEventListener('abort', () => {
        waiting.abort()
        events.end()
      })

      function emit(kind: 'partial' | 'final', text: string): void {
        partial = kind === 'partial' ? text : ''
        events.push({ kind, text, at })
      }

      take = ({ text, final }) => {
        if (final) waiting.abort()
        const words = text.trim()
        emit(final ? 'final' : 'partial', withoutRepeat(words, taken))
        if (final || !words.startsWith(taken)) taken = ''
      }

      return {
        events,
        push(frame) {
          at = frame.at
        },
        finish() {
          waiting.abort()
          waiting = new AbortController()
          sleep(LAST_WORDS_TIMEOUT_MS, waiting.signal).then(
            () => {
              taken = `${taken} ${partial}`.trim()
              emit('final', partial)
            },
            () => undefined,
          )
        },
        reopen: () => waiting.abort(),
      }
    },
  }
}

const withoutRepeat = (text: string, before: string): string =>
  text.startsWith(before) ? text.slice(before.length).trim() : text
