import type { Actor } from '#contracts/activities.ts'
import type { VoiceEnd, VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { HearOptions, Transcriber } from '../../../providers/speech/hear.ts'
import type { Spoken } from '../../../providers/voice/provider.ts'
import type { Recorder } from '../session/recorder.ts'
import type { Scribe } from '../session/scribe.ts'
import type { startSession } from '../session/session.ts'
import type { Explained } from '../session/thoughts.ts'
import { createCaptions } from './captions.ts'
import { createCompany } from './company.ts'
import { createPerson, type Person } from './person.ts'
import type { Place } from './place.ts'

interface Options {
  readonly place: Place
  readonly scribe: Pick<Scribe, 'spoken' | 'written'>
  readonly recorder: Recorder | undefined
  /** Ears for a person of the desk, opened when there is one. */
  readonly hearing: () => {
    readonly transcriber: Transcriber | undefined
    readonly listening: Pick<HearOptions, 'languages' | 'hints'>
    readonly hearsWith: string | null
  }
  readonly session: () => Pick<
    ReturnType<typeof startSession>,
    'take' | 'returnToAssistant' | 'close'
  >
  /** Sends 20 ms of a person, at 24 kHz, to the caller. */
  readonly send: (samples: Int16Array) => void
  /** Tells whatever plays for the caller. */
  readonly notify: (message: VoiceServerMessage) => void
  /** A person has said something that the assistant's own memory lacks. */
  readonly said?: ((text: string) => void) | undefined
}

/** Puts a call on the desk: it is heard there, read along, taken and given back, whatever carries it. */
export function attend(
  context: Pick<Context, 'hub' | 'write' | 'log' | 'sleep'>,
  { place, scribe, recorder, hearing, session, send, said, ...options }: Options,
) {
  const captions = createCaptions(context, { place, written: scribe.written })
  const company = createCompany(context, {
    place,
    take,
    returnToAssistant,
    close: () => session().close('closed'),
  })
  /** The last that anybody said. */
  let latest: Spoken | undefined

  function notify(message: VoiceServerMessage): void {
    if (message.type === 'said') captions.show(message)
    company.tell(message)
    options.notify(message)
  }

  function spoken(words: Spoken, at: number | undefined, explained?: Promise<Explained>): void {
    latest = words
    if (words.speaker === 'operator') said?.(words.content)
    scribe.spoken(words, at, explained)
    captions.settle(words.speaker)
  }

  function take(operator: Actor): Person {
    session().take()
    notify({ type: 'person', name: operator.name })
    return createPerson({
      ...context,
      // A realtime model hears one voice; a person has the transcriber beside it.
      ...hearing(),
      operator,
      recorder,
      notify,
      onSpoken: spoken,
      send(samples) {
        company.hearPerson(samples)
        send(samples)
      },
    })
  }

  function returnToAssistant(): void {
    notify({ type: 'person', name: null })
    session().returnToAssistant(latest?.speaker === 'customer' ? latest.content : undefined)
  }

  /** Nothing hears the caller any more: the record of the call says which service has failed. */
  async function deaf(): Promise<void> {
    const data = { service: hearing().hearsWith }
    try {
      await context.write((tx) => place.note(tx, { kind: 'speech_failed', operatorId: null, data }))
    } catch (error) {
      context.log.error({ err: error, call: place.callId }, 'a failure could not be noted')
    }
  }

  return {
    ...company,
    deaf: (): void => void deaf(),
    /** The session tells the caller's player something. */
    notify,
    /** Something was said. */
    spoken,
    end(reason: VoiceEnd): void {
      captions.end()
      company.end(reason)
    },
  }
}
