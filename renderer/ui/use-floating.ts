import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { type Placing, place } from './place.ts'

interface Floating extends Placing {
  readonly isOpen: boolean
  readonly anchor: RefObject<HTMLElement | null>
  /** At least as wide as the anchor. */
  readonly isAsWide?: boolean
}

/** Shows an element in the top layer, next to its anchor, while it is open. */
export function useFloating<element extends HTMLElement>(
  floating: Floating,
): RefObject<element | null> {
  const { isOpen, anchor, side, align, isAsWide } = floating
  const ref = useRef<element>(null)

  useLayoutEffect(() => {
    const element = ref.current
    if (!isOpen || !element || !anchor.current) return undefined
    // Missing in some test environments.
    element.showPopover?.()
    const settle = () => {
      if (!anchor.current) return
      const box = boxOf(anchor.current)
      if (isAsWide) element.style.minInlineSize = `${box.width}px`
      const at = place(
        {
          anchor: box,
          size: { width: element.offsetWidth, height: element.offsetHeight },
          view: { width: document.documentElement.clientWidth, height: innerHeight },
          isRtl: getComputedStyle(anchor.current).direction === 'rtl',
        },
        { ...(side && { side }), ...(align && { align }) },
      )
      element.style.left = `${at.left}px`
      element.style.top = `${at.top}px`
    }
    settle()
    const sizes = new ResizeObserver(settle)
    sizes.observe(element)
    addEventListener('resize', settle)
    addEventListener('scroll', settle, { capture: true, passive: true })
    return () => {
      sizes.disconnect()
      removeEventListener('resize', settle)
      removeEventListener('scroll', settle, { capture: true })
    }
  }, [isOpen, side, align, isAsWide])

  return ref
}

/** A `display: contents` wrapper has no box; its first descendant with a box is used instead. */
function boxOf(element: Element): DOMRect {
  const box = element.getBoundingClientRect()
  const child = box.width === 0 ? element.firstElementChild : null
  return child ? boxOf(child) : box
}
