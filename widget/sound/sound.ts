import { type MicrophoneOptions, openMicrophone } from './microphone.ts'
import { keepAwake, openPlayer, type PlayerOptions } from './player.ts'

export type Sound = Awaited<ReturnType<typeof openSound>>

/**
 * Microphone and loudspeaker of a call.
 * @throws SoundError if the browser provides no microphone
 */
export async function openSound(options: MicrophoneOptions & PlayerOptions) {
  const { context } = options
  const life = new AbortController()
  const playing = Promise.allSettled([openPlayer(options)])
  const microphone = await openMicrophone(options)
  const [player] = await playing
  if (player.status === 'rejected') {
    microphone.close()
    throw player.reason
  }
  keepAwake(context, life.signal)

  return {
    rate: context.sampleRate,
    command: player.value,
    mute: microphone.mute,
    close(): void {
      life.abort()
      microphone.close()
      context.close().catch(() => {})
    },
  }
}
