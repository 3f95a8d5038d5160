import type { MicrophoneFrame } from './framer.ts'
import type { PlayerReport } from './play-queue.ts'
import type { PlayerCommand } from './player-command.ts'

/** Exact silence after which a microphone counts as dead, frames of 20 ms: iOS leaves one like that behind a locked screen. */
const DEAD = 100
/** A microphone that stays silent is not opened for ever. */
const REOPENINGS = 3
/** Devices come and go in bursts, ms. */
const SETTLING = 500

/** A frame with the time of its first sample on the page's clock, ms. */
export interface TimedFrame extends MicrophoneFrame {
  readonly at: number
}

/** Reason why there is no sound. */
export type SoundFault = 'callInsecure' | 'callDenied' | 'noMicrophone'

export class SoundError extends Error {
  readonly fault: SoundFault

  constructor(fault: SoundFault) {
    super(fault)
    this.fault = fault
  }
}

interface SoundOptions {
  /** Created within the click: later, browsers keep it silent. */
  readonly context: AudioContext
  /** The browser takes noise out of the microphone's sound. */
  readonly cancelsNoise: boolean
  onFrame(frame: TimedFrame): void
  onReport(report: PlayerReport): void
}

export type Sound = Awaited<ReturnType<typeof openSound>>

/**
 * Microphone and loudspeaker of a call.
 * @throws SoundError when the browser gives no microphone
 */
export async function openSound({ context, cancelsNoise, onFrame, onReport }: SoundOptions) {
  // Pages that are not secure have neither.
  if (!navigator.mediaDevices || !context.audioWorklet) throw new SoundError('callInsecure')
  const { mediaDevices } = navigator
  const life = new AbortController()
  const { signal } = life
  const worklets = Promise.allSettled([
    context.audioWorklet.addModule(new URL('./mic.worklet.ts', import.meta.url)),
    context.audioWorklet.addModule(new URL('./player.worklet.ts', import.meta.url)),
  ])
  let stream = await microphone(cancelsNoise)
  const failed = (await worklets).find(({ status }) => status === 'rejected')
  if (failed) {
    stop(stream)
    throw (failed as PromiseRejectedResult).reason
  }
  const mic = new AudioWorkletNode(context, 'parley-mic', {
    channelCount: 1,
    channelCountMode: 'explicit',
  })
  const player = new AudioWorkletNode(context, 'parley-player')
  let source = context.createMediaStreamSource(stream)
  let isMuted = false
  let silent = 0
  let reopened = 0
  let settling: ReturnType<typeof setTimeout>
  const behind = performance.now() - context.currentTime * 1000

  mic.port.onmessage = ({ data }: MessageEvent<TimedFrame>) => {
    watch(data.peak)
    onFrame({ ...data, at: data.at + behind })
  }
  player.port.onmessage = ({ data }: MessageEvent<PlayerReport>) => onReport(data)
  source.connect(mic)
  // It gives out silence: browsers run only what leads to the loudspeaker.
  mic.connect(context.destination)
  player.connect(context.destination)
  mediaDevices.addEventListener('devicechange', reopenSoon, { signal })
  context.addEventListener('statechange', wake, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
  follow()
  wake()

  /** After a telephone call or a locked screen, iOS leaves it interrupted. */
  function wake(): void {
    if (context.state !== 'running' && context.state !== 'closed') context.resume().catch(() => {})
  }

  /** Opens the microphone anew where it gives nothing but zeros. */
  function watch(peak: number): void {
    silent = peak > 0 || isMuted ? 0 : silent + 1
    if (peak > 0) reopened = 0
    if (silent < DEAD || reopened === REOPENINGS) return
    silent = 0
    reopened += 1
    reopen()
  }

  function reopenSoon(): void {
    clearTimeout(settling)
    settling = setTimeout(reopen, SETTLING)
  }

  /** Takes what is now the microphone; without another one, the old one stays. */
  async function reopen(): Promise<void> {
    const next = await microphone(cancelsNoise).catch(() => undefined)
    if (!next) return
    if (signal.aborted) return stop(next)
    stop(stream)
    source.disconnect()
    stream = next
    source = context.createMediaStreamSource(stream)
    source.connect(mic)
    follow()
  }

  function follow(): void {
    for (const track of stream.getTracks()) {
      track.enabled = !isMuted
      track.addEventListener('ended', reopenSoon, { signal })
    }
  }

  const command = (message: PlayerCommand): void => player.port.postMessage(message)

  return {
    rate: context.sampleRate,
    command,
    mute(on: boolean): void {
      isMuted = on
      for (const track of stream.getTracks()) track.enabled = !on
    },
    close(): void {
      life.abort()
      clearTimeout(settling)
      stop(stream)
      context.close().catch(() => {})
    },
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** The visitor's microphone, without what the loudspeaker plays. */
async function microphone(noiseSuppression: boolean): Promise<MediaStream> {
  const audio = {
    echoCancellation: true,
    noiseSuppression,
    autoGainControl: true,
    channelCount: 1,
  }
  try {
    return await navigator.mediaDevices.getUserMedia({ audio })
  } catch (error) {
    const isDenied = /NotAllowed|Security/.test((error as DOMException).name)
    throw new SoundError(isDenied ? 'callDenied' : 'noMicrophone')
  }
}
