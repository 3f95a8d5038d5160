import type { RefObject } from 'preact'

/** Index to which a key moves the focus; -1 for none. Horizontal arrows follow the text direction. */
export function movedTo(
  event: KeyboardEvent,
  at: number,
  count: number,
  { along = 'both', isRtl = false }: { along?: 'line' | 'block' | 'both'; isRtl?: boolean } = {},
): number {
  const steps: Record<string, number> = {
    ...(along !== 'line' && { ArrowDown: 1, ArrowUp: -1 }),
    ...(along !== 'block' && { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }),
  }
  if (count === 0) return -1
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  const step = steps[event.key]
  if (step === undefined) return -1
  if (at < 0) return step > 0 ? 0 : count - 1
  return (at + step + count) % count
}

/** Moves focus among the matching descendants by arrow keys; returns true if it moved. */
export function rove(
  event: KeyboardEvent,
  within: RefObject<HTMLElement | null>,
  selector: string,
  along: 'line' | 'block' | 'both' = 'both',
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || !within.current) return false
  const parts = [...within.current.querySelectorAll<HTMLElement>(selector)]
  const at = parts.indexOf(document.activeElement as HTMLElement)
  const isRtl = getComputedStyle(within.current).direction === 'rtl'
  const next = parts[movedTo(event, at, parts.length, { along, isRtl })]
  if (!next) return false
  event.preventDefault()
  next.focus()
  return true
}
