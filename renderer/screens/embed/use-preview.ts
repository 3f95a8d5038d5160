import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { FromPreview, Shown, ToPreview } from './preview-message.ts'

/** Debounce of rebuilding the chat while typing, ms. */
const PAUSE_MS = 350

/** Controls a preview page, and tracks whether its chat is open. */
export function usePreview(wanted: Omit<Shown, 'isOpen'>) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isReady = useSignal(false)
  const isOpen = useSignal(true)
  const current = useRef(wanted)
  current.current = wanted

  function send(message: ToPreview): void {
    frame.current?.contentWindow?.postMessage(message, location.origin)
  }

  function show(): void {
    send({ kind: 'show', shown: { ...current.current, isOpen: isOpen.value } })
  }

  useEffect(() => {
    const handleEvent = ({ source, origin, data }: MessageEvent<FromPreview>) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return
      if (data.kind === 'state') isOpen.value = data.isOpen
      else {
        isReady.value = true
        show()
      }
    }
    addEventListener('message', handleEvent)
    return () => removeEventListener('message', handleEvent)
  }, [])

  const key = JSON.stringify(wanted)
  const shown = useRef(key)
  useEffect(() => {
    if (!isReady.value || shown.current === key) return undefined
    const timer = setTimeout(() => {
      shown.current = key
      show()
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key])

  /** Also counts for a page that is still loading: it is told when it is ready. */
  function toggle(): void {
    isOpen.value = !isOpen.value
    send({ kind: 'open', isOpen: isOpen.value })
  }

  return { frame, isOpen: isOpen.value, toggle, reset: () => send({ kind: 'reset' }) }
}
