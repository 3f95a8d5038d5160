import type { PlayerReport } from './play-queue.ts'
import type { PlayerCommand } from './player-command.ts'
import { SoundError } from './sound-error.ts'

export interface PlayerOptions {
  /** Created within the click; browsers keep a later one silent. */
  readonly context: AudioContext
  onReport(report: PlayerReport): void
}

/**
 * Plays the other side of a call.
 * @throws SoundError on an insecure page
 */
export async function openPlayer({ context, onReport }: PlayerOptions) {
  if (!context.audioWorklet) throw new SoundError('callInsecure')
  await context.audioWorklet.addModule(new URL('./player.worklet.ts', import.meta.url))
  const player = new AudioWorkletNode(context, 'parley-player')
  player.port.onmessage = ({ data }: MessageEvent<PlayerReport>) => onReport(data)
  player.connect(context.destination)
  return (message: PlayerCommand): void => player.port.postMessage(message)
}

/** Resumes the context until the signal aborts: iOS leaves it interrupted after a phone call or a locked screen. */
export function keepAwake(context: AudioContext, signal: AbortSignal): void {
  const wake = (): void => {
    if (context.state !== 'running' && context.state !== 'closed') context.resume().catch(() => {})
  }
  context.addEventListener('statechange', wake, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
  wake()
}
