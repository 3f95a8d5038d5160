import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** From here on the details stand beside the thread; in a narrower window they lie over it. */
const WIDE = '(width >= 80rem)'

/** Details pane: by preference where there is room, on request otherwise. */
export function useDetails(preference: Signal<boolean>) {
  const isWide = useSignal(matchMedia(WIDE).matches)
  const isAsked = useSignal(false)

  useEffect(() => {
    const query = matchMedia(WIDE)
    const look = () => {
      isWide.value = query.matches
    }
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])

  const state = isWide.value ? preference : isAsked
  return {
    isOpen: state.value,
    toggle: () => {
      state.value = !state.value
    },
  }
}
