import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { Spoken } from '../../../providers/voice/provider.ts'
import type { Place } from './place.ts'

interface Options {
  readonly place: Pick<Place, 'callId' | 'userId' | 'conversation'>
  /** Resolves once what was said until now is written down. */
  readonly written: () => Promise<void>
}

type Caption = Extract<VoiceServerMessage, { type: 'said' }>

/** A speaker of captions, as the record of a call names them. */
const SPEAKERS = { visitor: 'customer', assistant: 'assistant', person: 'operator' } as const

const CAPTIONED = { customer: 'visitor', assistant: 'assistant', operator: 'person' } as const

/** Pause between two captions that the desk is told, ms. */
const PAUSE_MS = 250

/** Shows the desk of an account what is being said on a call before it is a message, like a text that is typed. */
export function createCaptions(
  { hub, sleep }: Pick<Context, 'hub' | 'sleep'>,
  { place: { callId, userId, conversation }, written }: Options,
) {
  const over = new AbortController()
  let latest: Caption | undefined
  let isPausing = false
  /** Sentences of the visitor that are final and not yet answered, and so no message. */
  let before: string[] = []

  function tell(speaker: Caption['speaker'], text?: string): void {
    hub.tellUser(userId, 'call.said', {
      call_id: callId,
      speaker: SPEAKERS[speaker],
      text: text ?? null,
    })
    if (conversation === null) return
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
    /** Somebody is heard saying this. */
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
    settle(by: Spoken['speaker']): void {
      const speaker = CAPTIONED[by]
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
