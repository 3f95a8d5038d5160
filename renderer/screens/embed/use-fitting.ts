import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Size {
  readonly width: number
  readonly height: number
}

/** Scales content of a given size, px, to fit the width of `place` and a maximum height; the scale is at most 1. */
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
