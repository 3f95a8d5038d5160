import type { PlayerReport } from './play-queue.ts'
import type { PlayerCommand } from './player-command.ts'
import { SoundError } from './sound-error.ts'

export interface PlayerOptions {
  /** Created within the click: later, browsers keep it silent. */
  readonly context: AudioContext
  onReport(report: PlayerReport): void
}

/**
 * Plays one side of a call.
 * @throws SoundError on a page that is not secure
 */
export async function openPlayer({ context, onReport }: PlayerOptions) {
  if (!context.audioWorklet) throw new SoundError('callInsecure')
  await context.audioWorklet.addModule(new URL('./player.worklet.ts', import.meta.url))
  const player = new AudioWorkletNode(context, 'parley-player')
  player.port.onmessage = ({ data }: MessageEvent<PlayerReport>) => onReport(data)
  player.connect(context.destination)
  return (message: PlayerCommand): void => player.port.postMessage(message)
}

/** Keeps sound running until the signal: after a telephone call or a locked screen, iOS leaves it interrupted. */
export function keepAwake(context: AudioContext, signal: AbortSignal): void {
  const wake = (): void => {
    if (context.state !== 'running' && context.state !== 'closed') context.resume().catch(() => {})
  }
  context.addEventListener('statechange', wake, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
  wake()
}
