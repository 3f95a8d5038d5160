import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** Plays audio samples, one at a time. */
export function useSample() {
  const playing = useSignal<string>()
  const hasFailed = useSignal(false)
  const audio = useRef<HTMLAudioElement>(null)

  function stop(): void {
    audio.current?.pause()
    playing.value = undefined
  }

  function toggle(url: string): void {
    const isPlaying = playing.value === url
    stop()
    if (isPlaying) return
    const next = new Audio(url)
    audio.current = next
    playing.value = url
    hasFailed.value = false
    next.onended = stop
    next.play().catch(() => {
      // Another sample has been started in the meantime, which is not an error.
      if (audio.current !== next || playing.value !== url) return
      hasFailed.value = true
      stop()
    })
  }

  useEffect(() => stop, [])
  return { playing: playing.value, hasFailed: hasFailed.value, toggle }
}
