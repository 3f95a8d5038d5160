import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** How much something of a width in pixels must shrink to fit into its stage; never grows. */
export function useFitting(width: number) {
  const stage = useRef<HTMLDivElement>(null)
  const scale = useSignal(1)

  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const measure = () => {
      scale.value = Math.min(1, element.clientWidth / width)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [width])

  return { stage, scale: scale.value }
}
