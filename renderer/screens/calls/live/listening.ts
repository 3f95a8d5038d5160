import { signal } from '@preact/signals'
import type { ListenServerMessage } from '#contracts/voice-listen.ts'
import {
  type Microphone,
  openMicrophone,
  type TimedFrame,
} from '../../../../widget/sound/microphone.ts'
import { SoundError, type SoundFault } from '../../../../widget/sound/sound-error.ts'
import type { Api } from '../../../app/api.ts'
import { type Ears, openEars } from './ears.ts'
import { connectToCalls, createListenLine, type LineFault, type ListenLine } from './listen-line.ts'

/** Relation of this page to a call: `speaking` once the visitor hears its microphone. */
type Stage = 'away' | 'connecting' | 'listening' | 'taking' | 'speaking'

/** Reason why something did not work. */
type Problem = LineFault | { readonly fault: SoundFault | 'taken' | 'failed' }

interface Needs {
  readonly api: Pick<Api, 'listenToCall'>
  readonly callId: number
  /** For tests, which have neither sound nor a server. */
  readonly outside?: Partial<typeof REAL>
}

const REAL = {
  openContext: () => new AudioContext(),
  openEars,
  openMicrophone,
  connect: connectToCalls,
}

export type Listening = ReturnType<typeof createListening>

/** The ears of an operator on a call, and their microphone once they have taken it. */
export function createListening({ api, callId, outside }: Needs) {
  const world = { ...REAL, ...outside }
  const stage = signal<Stage>('away')
  const isMuted = signal(false)
  const problem = signal<Problem>()
  let context: AudioContext | undefined
  let ears: Ears | undefined
  let line: ListenLine | undefined
  let microphone: Microphone | undefined
  let sequence = 0
  /** The call is to be taken as soon as there is a connection and a microphone. */
  let wantsCall = false

  const isAway = () => stage.value === 'away'

  /** Begins to listen. Within a click: later, browsers keep the sound silent. */
  function listen(): void {
    if (!isAway()) return
    stage.value = 'connecting'
    problem.value = undefined
    const opened = world.openContext()
    context = opened
    opened.resume().catch(() => undefined)
    world.openEars(opened).then(
      (heard) => {
        if (context !== opened) return heard.close()
        ears = heard
        line = createListenLine({
          api,
          callId,
          connect: world.connect,
          onMessage: handle,
          onFrame: heard.play,
          onGone: leave,
        })
      },
      (error: unknown) => leave(faultOf(error)),
    )
  }

  function handle(message: ListenServerMessage): void {
    switch (message.type) {
      case 'ready':
        if (stage.value === 'connecting') stage.value = 'listening'
        takeIfReady()
        break
      case 'speaking':
        speak(message.on)
        break
      case 'refused':
        problem.value = { fault: message.reason }
        speak(false)
        break
      case 'ended':
        leave(message.reason === 'failed' ? { fault: 'failed' } : undefined)
        break
      default:
        ears?.command(message)
    }
  }

  function speak(on: boolean): void {
    wantsCall = false
    stage.value = on ? 'speaking' : 'listening'
    // Who comes back to a call that another page of theirs had taken has no microphone yet.
    if (on) void openVoice()
    else closeVoice()
  }

  /** Speaks with the visitor from now on. Within a click, as `listen`. */
  function take(): void {
    if (wantsCall || stage.value === 'speaking') return
    listen()
    problem.value = undefined
    wantsCall = true
    void openVoice()
  }

  async function openVoice(): Promise<void> {
    if (microphone) return
    const of = context!
    try {
      const opened = await world.openMicrophone({ context: of, cancelsNoise: true, onFrame })
      const isWanted = context === of && (wantsCall || stage.value === 'speaking') && !microphone
      if (!isWanted) return opened.close()
      microphone = opened
      takeIfReady()
    } catch (error) {
      if (context !== of) return
      if (stage.value === 'speaking') giveBack()
      wantsCall = false
      problem.value = faultOf(error)
    }
  }

  function takeIfReady(): void {
    const isThere = stage.value === 'listening' || stage.value === 'taking'
    if (!wantsCall || !microphone || !isThere) return
    stage.value = 'taking'
    line?.say({ type: 'take' })
  }

  function onFrame({ samples, at }: TimedFrame): void {
    if (stage.value === 'speaking') line?.send({ sequence: sequence++, capturedAt: at, samples })
  }

  function giveBack(): void {
    speak(false)
    line?.say({ type: 'give-back' })
  }

  function closeVoice(): void {
    microphone?.close()
    microphone = undefined
    isMuted.value = false
  }

  function leave(because?: Problem): void {
    if (isAway()) return
    wantsCall = false
    stage.value = 'away'
    problem.value = because
    line?.close()
    closeVoice()
    if (ears) ears.close()
    else context?.close().catch(() => undefined)
    line = undefined
    ears = undefined
    context = undefined
  }

  return {
    stage,
    isMuted,
    problem,
    listen,
    take,
    /** The assistant speaks again; the operator goes on listening. */
    giveBack,
    mute(on: boolean): void {
      isMuted.value = on
      microphone?.mute(on)
    },
    /** Stops listening; a call that was taken is given back by that. */
    leave(): void {
      line?.say({ type: 'bye' })
      leave()
    },
  }
}

function faultOf(error: unknown): Problem {
  return { fault: error instanceof SoundError ? error.fault : 'failed' }
}
