import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** Height of a row, rem: the same number stands in inbox.css. */
const ROW = 5.375
/** Rows drawn beyond what is in sight, so that a flick and the arrow keys find something there. */
const BEYOND = 8

/** Which rows of a long list to draw: those in sight, and a few more. */
export function useWindow(scroller: RefObject<HTMLElement | null>, count: number) {
  const first = useSignal(0)
  const size = useSignal(0)

  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const look = () => {
      // In steps, so that most of the scrolling draws nothing anew.
      first.value = Math.floor(element.scrollTop / rowHeight() / BEYOND) * BEYOND
      size.value = Math.ceil(element.clientHeight / rowHeight())
    }
    const resized = new ResizeObserver(look)
    look()
    element.addEventListener('scroll', look, { passive: true })
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [])

  const start = Math.max(0, Math.min(first.value, count - 1) - BEYOND)
  const end = Math.min(count, first.value + size.value + 2 * BEYOND)
  return {
    start,
    end,
    /** Room for the rows that are not drawn. */
    style: {
      paddingBlockStart: `${start * ROW}rem`,
      paddingBlockEnd: `${(count - end) * ROW}rem`,
    },
    /** Brings a row into sight. */
    show(index: number): void {
      const element = scroller.current
      if (!element) return
      const top = index * rowHeight()
      const lowest = top + rowHeight() - element.clientHeight
      element.scrollTop = Math.min(top, Math.max(element.scrollTop, lowest))
    },
  }
}

function rowHeight(): number {
  return ROW * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)
}
