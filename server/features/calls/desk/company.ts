import type { Actor } from '#contracts/activities.ts'
import type { AiMode } from '#contracts/dial-fields.ts'
import type { CallCompany } from '#contracts/ongoing-calls.ts'
import type { ListenClientMessage, ListenServerMessage } from '#contracts/voice-listen.ts'
import type { VoiceEnd, VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { Operator } from '../../../http/principal.ts'
import type { MessageChannel, Party } from '../web/socket.ts'
import { createAudience, type Listener } from './audience.ts'
import type { Person } from './person.ts'
import type { Place } from './place.ts'

/** An operator on a call. */
export type AtDesk = Pick<Operator, 'operatorId' | 'name' | 'credential'>

/** Handler of an operator's socket. */
export type ListenerSession = Party<Exclude<ListenClientMessage, { type: 'hello' }>>

interface Call {
  readonly place: Place
  /** Lets an operator speak in place of the assistant. */
  readonly take: (operator: Actor) => Person
  /** Returns the call to the assistant. */
  readonly returnToAssistant: () => void
  /** Ends the call. */
  readonly close: () => void
}

/** Grace period for an operator who took a call and lost the connection, ms. */
const RECONNECT_GRACE_MS = 10_000

/** The operators on a call: they listen, one of them may speak, and colleagues see them. */
export function createCompany(
  { hub, write, log, sleep }: Pick<Context, 'hub' | 'write' | 'log' | 'sleep'>,
  call: Call,
) {
  const { place } = call
  const { callId, userId, conversation } = place
  const audience = createAudience(notifyDesk)
  /** Operators whose listening is already recorded. */
  const recordedListeners = new Set<number>()
  let person: Person | undefined
  /** Pages that were allowed to speak: their audio may still be on its way once the call is given back. */
  const admitted = new WeakSet<Listener>()
  /** Page of the person; undefined while its connection is lost. */
  let speaker: Listener | undefined
  let reconnected = new AbortController()

  const company = (): CallCompany => ({
    listeners: audience.people(),
    speaker: person?.operator ?? null,
  })

  function notifyDesk(): void {
    hub.sendToUser(userId, 'call.attended', {
      call_id: callId,
      conversation_id: conversation,
      ...company(),
    })
  }

  function recordListener(operator: Actor): void {
    if (recordedListeners.has(operator.id)) return
    recordedListeners.add(operator.id)
    const activity = { kind: 'call_listened', operatorId: operator.id } as const
    const written = write((tx) => place.note(tx, activity))
    written.catch((error: unknown) =>
      log.error({ err: error, call: callId }, 'a listener could not be noted'),
    )
  }

  /** @param from the colleague whose place the listener takes, if one speaks */
  async function take(listener: Listener, from: number | undefined): Promise<void> {
    const { operator, way } = listener
    if (!audience.has(listener) || (person && speaker === listener)) return
    if (person && person.operator.id !== from) {
      way.notify({ type: 'refused', reason: 'taken' })
      return
    }
    // The last words of a colleague are written down while the next one speaks already.
    void person?.end()
    mute()
    person = call.take(operator)
    speak(listener)
    try {
      await write((tx) => {
        place.note(tx, { kind: 'call_taken', operatorId: operator.id })
        place.turn(tx, 'human', operator.id)
      })
    } catch (error) {
      log.error({ err: error, call: callId }, 'a call could not be taken')
      way.notify({ type: 'refused', reason: 'failed' })
      await returned()
    }
  }

  /** Sound of this page is what the visitor hears. */
  function speak(listener: Listener): void {
    reconnected.abort()
    speaker = listener
    admitted.add(listener)
    listener.way.notify({ type: 'speaking', on: true })
    notifyDesk()
  }

  /** The dial goes back to the assistant, and the call with it. */
  async function returnToAssistant(): Promise<void> {
    const by = person?.operator
    if (!by) return
    mute()
    try {
      await write((tx) => {
        place.note(tx, { kind: 'call_given_back', operatorId: by.id })
        place.turn(tx, 'auto', by.id)
      })
    } catch (error) {
      log.error({ err: error, call: callId }, 'a call could not be given back')
      call.close()
    }
    // Somebody else may have turned the dial there already.
    await returned()
  }

  function mute(): void {
    reconnected.abort()
    speaker?.way.notify({ type: 'speaking', on: false })
    speaker = undefined
  }

  /** The assistant speaks again once the last words of the person are written down. */
  async function returned(): Promise<void> {
    const before = person
    mute()
    await before?.end()
    if (!before || person !== before) return
    person = undefined
    call.returnToAssistant()
    notifyDesk()
  }

  function detach(listener: Listener): void {
    audience.leave(listener)
    if (speaker !== listener) return
    speaker = undefined
    reconnected = new AbortController()
    sleep(RECONNECT_GRACE_MS, reconnected.signal).then(returnToAssistant, () => undefined)
  }

  return {
    /** The people who are there. */
    company,
    ...audience,
    /** Somebody listens from now on. Who comes back to a call they have taken speaks again. */
    listen(
      { operatorId, name, credential }: AtDesk,
      way: MessageChannel<ListenServerMessage>,
    ): ListenerSession {
      const operator = { id: operatorId, name }
      const listener: Listener = { operator, credential, way }
      way.notify({ type: 'ready', conversation_id: conversation, call_id: callId })
      audience.join(listener)
      recordListener(operator)
      if (person?.operator.id === operatorId) speak(listener)
      return {
        receive(message) {
          const { type } = message
          if (type === 'take') void take(listener, message.from)
          else if (speaker === listener) void returnToAssistant()
          if (type === 'bye') audience.leave(listener)
        },
        hear(frame) {
          if (speaker === listener) person?.hear(frame)
          return admitted.has(listener)
        },
        detach: () => detach(listener),
      }
    },
    /** A key or session ended. */
    dismiss(credential: string): void {
      const isOfSpeaker = speaker?.credential === credential
      audience.dismiss(credential)
      if (isOfSpeaker) void returnToAssistant()
    },
    /** A person speaks, heard by everybody but themselves. */
    hearPerson: (samples: Int16Array): void => audience.hearAssistant(samples, 0, speaker),
    /** The dial of the conversation was turned, by whomever. */
    dialTurned(mode: AiMode): void {
      if (!person) call.close()
      else if (mode === 'auto') void returned()
    },
    tell: (message: VoiceServerMessage): void => audience.notify(message),
    /** The call ended. */
    end(reason: VoiceEnd): void {
      reconnected.abort()
      person?.stop()
      person = undefined
      speaker = undefined
      audience.end(reason)
    },
  }
}

export type Company = ReturnType<typeof createCompany>

/** A call that goes on, as the desk knows it. */
export type Attended = Pick<Company, 'listen' | 'dismiss' | 'company'> & {
  readonly callId: number
}
