import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'

interface Options {
  readonly userId: number
  /** UUID of the conversation. */
  readonly conversation: string
  /** Resolves once what was said until now is in the conversation. */
  readonly written: () => Promise<void>
}

type Caption = Extract<VoiceServerMessage, { type: 'said' }>

/** Pause between two captions that the desk is told, ms. */
const PAUSE_MS = 250

/** Shows the desk of an account what is being said on a call before it is a message, like a text that is typed. */
export function createCaptions(
  { hub, sleep }: Pick<Context, 'hub' | 'sleep'>,
  { userId, conversation, written }: Options,
) {
  const over = new AbortController()
  let latest: Caption | undefined
  let isPausing = false
  /** Sentences of the visitor that are final and not yet answered, and so no message. */
  let before: string[] = []

  function tell(speaker: Caption['speaker'], text?: string): void {
    hub.tellUser(userId, 'typing', {
      conversation_id: conversation,
      author: speaker === 'person' ? 'operator' : speaker,
      active: text !== undefined,
      ...(text !== undefined && { text }),
    })
  }

  function showLatest(): void {
    if (!latest || isPausing) return
    const { speaker, text } = latest
    latest = undefined
    tell(speaker, text)
    isPausing = true
    const goOn = () => {
      isPausing = false
      showLatest()
    }
    sleep(PAUSE_MS, over.signal).then(goOn, () => undefined)
  }

  return {
    /** A caption has been sent to the visitor. */
    show(caption: Caption): void {
      const { speaker, text, final } = caption
      // The last word of the assistant is a message already.
      if (over.signal.aborted || (speaker === 'assistant' && final)) return
      const whole = speaker === 'visitor' ? [...before, text].join(' ') : text
      if (speaker === 'visitor' && final) before = [...before, text]
      if (whole === '') return
      latest = { ...caption, text: whole }
      showLatest()
    },
    /** Takes back what was shown of somebody, once it is written down: it is a message then. */
    settle(speaker: Caption['speaker']): void {
      if (latest?.speaker === speaker) latest = undefined
      if (speaker === 'visitor') before = []
      void written().then(() => tell(speaker))
    },
    end(): void {
      over.abort()
      latest = undefined
    },
  }
}
