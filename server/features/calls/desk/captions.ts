import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { Spoken } from '../../../providers/voice/provider.ts'
import type { Place } from './place.ts'

interface Options {
  readonly place: Pick<Place, 'callId' | 'userId' | 'conversation'>
  /** Resolves once everything said so far is stored. */
  readonly written: () => Promise<void>
}

type Caption = Extract<VoiceServerMessage, { type: 'said' }>

/** The speakers of captions, as named in the record of a call. */
const SPEAKERS = { visitor: 'customer', assistant: 'assistant', person: 'operator' } as const

const CAPTIONED = { customer: 'visitor', assistant: 'assistant', operator: 'person' } as const

/** Minimum interval between two captions sent to the desk, ms. */
const PAUSE_MS = 250

/** Streams live captions of a call to the desk, like typing indicators, until they become messages. */
export function createCaptions(
  { hub, sleep }: Pick<Context, 'hub' | 'sleep'>,
  { place: { callId, userId, conversation }, written }: Options,
) {
  const over = new AbortController()
  let latest: Caption | undefined
  let isPausing = false
  /** The visitor's final but unanswered sentences, which are not messages yet. */
  let before: string[] = []

  function notify(speaker: Caption['speaker'], text?: string): void {
    hub.sendToUser(userId, 'call.said', {
      call_id: callId,
      speaker: SPEAKERS[speaker],
      text: text ?? null,
    })
    if (conversation === null) return
    hub.sendToUser(userId, 'typing', {
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
    notify(speaker, text)
    isPausing = true
    const goOn = () => {
      isPausing = false
      showLatest()
    }
    sleep(PAUSE_MS, over.signal).then(goOn, () => undefined)
  }

  return {
    /** Shows a caption. */
    show(caption: Caption): void {
      const { speaker, text, final } = caption
      // The assistant's final words are already a message.
      if (over.signal.aborted || (speaker === 'assistant' && final)) return
      const whole = speaker === 'visitor' ? [...before, text].join(' ') : text
      if (speaker === 'visitor' && final) before = [...before, text]
      if (whole === '') return
      latest = { ...caption, text: whole }
      showLatest()
    },
    /** Clears a speaker's caption once it is stored as a message. */
    settle(by: Spoken['speaker']): void {
      const speaker = CAPTIONED[by]
      if (latest?.speaker === speaker) latest = undefined
      if (speaker === 'visitor') before = []
      void written().then(() => notify(speaker))
    },
    end(): void {
      over.abort()
      latest = undefined
    },
  }
}
