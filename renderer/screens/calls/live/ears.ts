import type { SideFrame } from '#contracts/voice-frames.ts'
import type { VoicePlaybackMessage } from '#contracts/voice-socket.ts'
import { keepAwake, openPlayer } from '../../../../widget/sound/player.ts'

export type Ears = Awaited<ReturnType<typeof openEars>>

/**
 * The two sides of a call, heard together as the visitor hears theirs.
 * @throws SoundError on a page that is not secure
 */
export async function openEars(context: AudioContext) {
  const life = new AbortController()
  // The server does not ask a listener what was played.
  const options = { context, onReport: () => undefined }
  const visitor = await openPlayer(options)
  const assistant = await openPlayer(options)
  const sides = { visitor, assistant }
  keepAwake(context, life.signal)

  return {
    play: ({ side, ...frame }: SideFrame): void => sides[side]({ type: 'play', ...frame }),
    /** The visitor's player is told to drop, to keep, or to go on with what the assistant says. */
    command(message: VoicePlaybackMessage): void {
      if (message.type !== 'utterance') assistant(message)
    },
    close(): void {
      life.abort()
      context.close().catch(() => undefined)
    },
  }
}
