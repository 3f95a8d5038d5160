import { signal } from '@preact/signals'
import type { ListenServerMessage } from '#contracts/voice-listen.ts'
import {
  type Microphone,
  openMicrophone,
  type TimedFrame,
} from '../../../../widget/sound/microphone.ts'
import { SoundError, type SoundFault } from '../../../../widget/sound/sound-error.ts'
import type { Api } from '../../../app/api.ts'
import { type CallAudio, openCallAudio } from './call-audio.ts'
import { connectToCalls, createListenLine, type LineFault, type ListenLine } from './listen-line.ts'

/** This page's part in a call: `speaking` once the visitor hears its microphone. */
type Stage = 'away' | 'connecting' | 'listening' | 'taking' | 'speaking'

/** Reason for a failure. */
type Problem = LineFault | { readonly fault: SoundFault | 'taken' | 'failed' }

interface Needs {
  readonly api: Pick<Api, 'listenToCall'>
  readonly callId: number
  /** Replacements for tests, which have no audio and no server. */
  readonly outside?: Partial<typeof REAL>
}

const REAL = {
  openContext: () => new AudioContext(),
  openCallAudio,
  openMicrophone,
  connect: connectToCalls,
}

export type Listening = ReturnType<typeof createListening>

/** An operator's part in a call: listening in, and speaking after taking it. */
export function createListening({ api, callId, outside }: Needs) {
  const world = { ...REAL, ...outside }
  const stage = signal<Stage>('away')
  const isMuted = signal(false)
  const problem = signal<Problem>()
  let context: AudioContext | undefined
  let audio: CallAudio | undefined
  let line: ListenLine | undefined
  let microphone: Microphone | undefined
  let sequence = 0
  /** True if the call should be taken as soon as connection and microphone are ready. */
  let wantsCall = false
  /** The colleague to take it from. */
  let from: number | undefined

  const isAway = () => stage.value === 'away'

  /** Starts listening. Call it in a click handler, or the browser blocks the sound. */
  function listen(): void {
    if (!isAway()) return
    stage.value = 'connecting'
    problem.value = undefined
    const opened = world.openContext()
    context = opened
    opened.resume().catch(() => undefined)
    world.openCallAudio(opened).then(
      (heard) => {
        if (context !== opened) return heard.close()
        audio = heard
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
        audio?.command(message)
    }
  }

  function speak(on: boolean): void {
    wantsCall = false
    stage.value = on ? 'speaking' : 'listening'
    // A page that resumes a call taken in another page has no open microphone yet.
    if (on) void openVoice()
    else closeVoice()
  }

  /**
   * Starts speaking with the visitor. Call it in a click handler, like `listen`.
   * @param colleague id of the operator who speaks now, whose place this one takes
   */
  function take(colleague?: number): void {
    if (wantsCall || stage.value === 'speaking') return
    listen()
    from = colleague
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
      if (stage.value === 'speaking') returnCall()
      wantsCall = false
      problem.value = faultOf(error)
    }
  }

  function takeIfReady(): void {
    const isThere = stage.value === 'listening' || stage.value === 'taking'
    if (!wantsCall || !microphone || !isThere) return
    stage.value = 'taking'
    line?.sendMessage({ type: 'take', ...(from !== undefined && { from }) })
  }

  function onFrame({ samples, at }: TimedFrame): void {
    if (stage.value === 'speaking') line?.send({ sequence: sequence++, capturedAt: at, samples })
  }

  function returnCall(): void {
    speak(false)
    line?.sendMessage({ type: 'give-back' })
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
    if (audio) audio.close()
    else context?.close().catch(() => undefined)
    line = undefined
    audio = undefined
    context = undefined
  }

  return {
    stage,
    isMuted,
    problem,
    listen,
    take,
    /** Hands the call back to the assistant; the operator keeps listening. */
    returnCall,
    mute(on: boolean): void {
      isMuted.value = on
      microphone?.mute(on)
    },
    /** Stops listening; a taken call goes back to the assistant. */
    leave(): void {
      line?.sendMessage({ type: 'bye' })
      leave()
    },
  }
}

function faultOf(error: unknown): Problem {
  return { fault: error instanceof SoundError ? error.fault : 'failed' }
}
