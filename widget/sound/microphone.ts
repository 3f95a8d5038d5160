import type { MicrophoneFrame } from './framer.ts'
import { SoundError } from './sound-error.ts'

/**
 * Consecutive frames of exact silence (20 ms each) after which a microphone counts as dead, as iOS leaves it after a
 * locked screen.
 */
const SILENT_FRAMES = 100
/** Maximum number of consecutive attempts to reopen a silent microphone. */
const MAX_REOPENINGS = 3
/** Debounce of device changes, which come in bursts, ms. */
const SETTLING = 500

/** A frame with the time of its first sample on the page's clock, ms. */
export interface TimedFrame extends MicrophoneFrame {
  readonly at: number
}

export interface MicrophoneOptions {
  /** Created within the click; browsers keep a later one silent. */
  readonly context: AudioContext
  /** True for noise suppression by the browser. */
  readonly cancelsNoise: boolean
  onFrame(frame: TimedFrame): void
}

export type Microphone = Awaited<ReturnType<typeof openMicrophone>>

/**
 * Opens the microphone of a call, as frames of 20 ms at 16 kHz.
 * @throws SoundError if the browser provides none
 */
export async function openMicrophone({ context, cancelsNoise, onFrame }: MicrophoneOptions) {
  // Both are missing on insecure pages.
  if (!navigator.mediaDevices || !context.audioWorklet) throw new SoundError('callInsecure')
  const { mediaDevices } = navigator
  const life = new AbortController()
  const { signal } = life
  const url = new URL('./mic.worklet.ts', import.meta.url)
  const loading = Promise.allSettled([context.audioWorklet.addModule(url)])
  let stream = await microphone(cancelsNoise)
  const [worklet] = await loading
  if (worklet.status === 'rejected') {
    stop(stream)
    throw worklet.reason
  }
  const mic = new AudioWorkletNode(context, 'parley-mic', {
    channelCount: 1,
    channelCountMode: 'explicit',
  })
  let source = context.createMediaStreamSource(stream)
  let isMuted = false
  let silent = 0
  let reopened = 0
  let settling: ReturnType<typeof setTimeout>
  const behind = performance.now() - context.currentTime * 1000

  mic.port.onmessage = ({ data }: MessageEvent<TimedFrame>) => {
    if (signal.aborted) return
    watch(data.peak)
    onFrame({ ...data, at: data.at + behind })
  }
  source.connect(mic)
  // The node outputs silence; browsers only run nodes connected to the destination.
  mic.connect(context.destination)
  mediaDevices.addEventListener('devicechange', reopenSoon, { signal })
  follow()

  /** Reopens a microphone that delivers only zeros. */
  function watch(peak: number): void {
    silent = peak > 0 || isMuted ? 0 : silent + 1
    if (peak > 0) reopened = 0
    if (silent < SILENT_FRAMES || reopened === MAX_REOPENINGS) return
    silent = 0
    reopened += 1
    reopen()
  }

  function reopenSoon(): void {
    clearTimeout(settling)
    settling = setTimeout(reopen, SETTLING)
  }

  /** Switches to the current microphone; keeps the old one if that fails. */
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

  return {
    mute(on: boolean): void {
      isMuted = on
      for (const track of stream.getTracks()) track.enabled = !on
    },
    close(): void {
      life.abort()
      clearTimeout(settling)
      stop(stream)
      mic.disconnect()
    },
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** Opens the microphone, with echo cancellation. */
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
