import { type Signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/** Whoever is this close to the end wants to see what comes, px. */
const NEAR = 64

interface StickyScroll {
  readonly isAtBottom: Signal<boolean>
  /** Something has come while the reader was further up. */
  readonly hasNew: Signal<boolean>
  readonly toBottom: () => void
}

/**
 * Opens at the first unread message, stays at the end while the reader is there, and leaves everybody else where
 * they are. `own` counts what the reader is sending: that always shows.
 */
export function useStickyScroll(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  own: number,
): StickyScroll {
  const isAtBottom = useSignal(true)
  const hasNew = useSignal(false)
  const known = useRef({ count, own })

  function toBottom(): void {
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
    isAtBottom.value = true
    hasNew.value = false
  }

  useLayoutEffect(() => {
    const element = scroller.current
    const unread = element?.querySelector<HTMLElement>('[data-first-unread]')
    if (!element || !unread) return toBottom()
    element.scrollTop = unread.offsetTop - element.offsetTop - NEAR
    isAtBottom.value = isNearEnd(element)
  }, [])

  useLayoutEffect(() => {
    const { count: before, own: ownBefore } = known.current
    known.current = { count, own }
    if (own > ownBefore || (isAtBottom.value && count !== before)) toBottom()
    else if (count > before && own >= ownBefore) hasNew.value = true
  }, [count, own])

  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const look = () => {
      isAtBottom.value = isNearEnd(element)
      if (isAtBottom.value) hasNew.value = false
    }
    // Text that is being written makes the content grow without a new message.
    const grown = new ResizeObserver(() => {
      if (isAtBottom.value) toBottom()
    })
    element.addEventListener('scroll', look, { passive: true })
    grown.observe(element)
    for (const child of element.children) grown.observe(child)
    return () => {
      element.removeEventListener('scroll', look)
      grown.disconnect()
    }
  }, [])

  return { isAtBottom, hasNew, toBottom }
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= NEAR
}
