import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** From this width on, the details are next to the thread; in narrower windows they overlay it. */
const WIDE = '(width >= 80rem)'

/** Details pane: shown by preference if there is room, otherwise on request. */
export function useDetails(preference: Signal<boolean>) {
  const isWide = useSignal(matchMedia(WIDE).matches)
  const isAsked = useSignal(false)

  useEffect(() => {
    const query = matchMedia(WIDE)
    const update = () => {
      isWide.value = query.matches
    }
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [])

  const state = isWide.value ? preference : isAsked
  return {
    isOpen: state.value,
    toggle: () => {
      state.value = !state.value
    },
  }
}
