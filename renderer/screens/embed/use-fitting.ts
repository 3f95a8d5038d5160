import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Size {
  readonly width: number
  readonly height: number
}

/** How much something of a size in pixels must shrink to be as wide as its place and no higher than that; never grows. */
export function useFitting({ width, height }: Size, highest: number) {
  const place = useRef<HTMLDivElement>(null)
  const scale = useSignal(1)

  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => {
      scale.value = Math.min(1, element.clientWidth / width, highest / height)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [width, height, highest])

  return { place, scale: scale.value }
}
