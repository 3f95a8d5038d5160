import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** Follows whether an element is narrower than a width, rem: a container query for what is another element, not another style. */
export function useIsNarrower(ref: RefObject<HTMLElement | null>, rem: number): boolean {
  const [isSo, setSo] = useState(false)
  useLayoutEffect(() => {
    const element = ref.current!
    const measure = () => {
      const { fontSize } = getComputedStyle(document.documentElement)
      setSo(element.clientWidth < rem * Number.parseFloat(fontSize))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, rem])
  return isSo
}
