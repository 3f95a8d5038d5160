import type { SideFrame } from '#contracts/voice-frames.ts'
import type { VoicePlaybackMessage } from '#contracts/voice-socket.ts'
import { keepAwake, openPlayer } from '../../../../widget/sound/player.ts'

export type CallAudio = Awaited<ReturnType<typeof openCallAudio>>

/**
 * Plays both sides of a call in sync with what the visitor hears.
 * @throws SoundError in an insecure context
 */
export async function openCallAudio(context: AudioContext) {
  const life = new AbortController()
  // Listeners do not report what was played.
  const options = { context, onReport: () => undefined }
  const visitor = await openPlayer(options)
  const assistant = await openPlayer(options)
  const sides = { visitor, assistant }
  keepAwake(context, life.signal)

  return {
    play: ({ side, ...frame }: SideFrame): void => sides[side]({ type: 'play', ...frame }),
    /** Mirrors the commands to the visitor's player: drop, keep or resume the assistant's speech. */
    command(message: VoicePlaybackMessage): void {
      if (message.type !== 'utterance') assistant(message)
    },
    close(): void {
      life.abort()
      context.close().catch(() => undefined)
    },
  }
}
