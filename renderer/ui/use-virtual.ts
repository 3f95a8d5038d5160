import {
  defaultRangeExtractor,
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  type Range,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useCallback, useLayoutEffect, useReducer, useRef } from 'preact/hooks'

export type Key = string | number
type Rows = Virtualizer<HTMLElement, HTMLElement>

interface Virtual {
  readonly scroller: RefObject<HTMLElement | null>
  readonly keys: readonly Key[]
  readonly estimate: (index: number) => number
  readonly anchor: 'start' | 'end'
  readonly overscan: number
  readonly gap: number
  /** Height of the content above the rows in the same scroller, px. */
  readonly margin: number
  /** A row that stays rendered off-screen because it contains the focus. */
  readonly kept: Key | undefined
}

/** Viewport height if there is no layout, such as in tests or while hidden, px. */
const NO_LAYOUT = 800

/** The rows of a long list to render, and their positions. */
export function useVirtual(virtual: Virtual): Rows {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const rows = useRef<Rows>(undefined)
  const { estimate, scroller } = virtual
  const keys = useSameKeys(virtual.keys)
  // A new function would have every row measured again on every render.
  const getItemKey = useCallback((index: number) => keys[index]!, [keys])
  const options = {
    count: keys.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize: estimate,
    overscan: virtual.overscan,
    gap: virtual.gap,
    scrollMargin: virtual.margin,
    anchorTo: virtual.anchor,
    followOnAppend: virtual.anchor === 'end',
    scrollEndThreshold: 48,
    rangeExtractor: (range: Range) => withKept(range, keys, virtual.kept),
    onChange: () => redraw(undefined),
    scrollToFn: elementScroll,
    observeElementOffset,
    observeElementRect: (
      instance: Rows,
      report: (rect: { width: number; height: number }) => void,
    ) =>
      observeElementRect(instance, (rect) =>
        report({ width: rect.width, height: rect.height || NO_LAYOUT }),
      ),
    measureElement: (
      element: HTMLElement,
      entry: ResizeObserverEntry | undefined,
      instance: Rows,
    ) => measureElement(element, entry, instance) || estimate(instance.indexFromElement(element)),
  }
  rows.current ??= new Virtualizer<HTMLElement, HTMLElement>(options)
  const list = rows.current
  const drift = useKeptPlace(list, keys, virtual.anchor, () => list.setOptions(options))

  useLayoutEffect(() => list._didMount(), [])
  useLayoutEffect(() => {
    list._willUpdate()
    if (drift !== 0 && scroller.current) scroller.current.scrollTop += drift
  })
  return list
}

/** The previous array of keys as long as they are equal. */
function useSameKeys(keys: readonly Key[]): readonly Key[] {
  const last = useRef(keys)
  if (last.current === keys) return keys
  const isSame =
    last.current.length === keys.length && keys.every((key, index) => key === last.current[index])
  if (!isSame) last.current = keys
  return last.current
}

/** Applies the new rows and returns how far the visible ones have moved, px: scrolling by that keeps them in place. */
function useKeptPlace(
  list: Rows,
  keys: readonly Key[],
  anchor: Virtual['anchor'],
  takeOver: () => void,
): number {
  const last = useRef(keys)
  const isChanged = last.current !== keys && anchor === 'start' && (list.scrollOffset ?? 0) > 0
  const before = isChanged ? inSight(list) : []
  last.current = keys
  takeOver()
  if (before.length === 0) return 0

  // Reading the height triggers the calculation.
  list.getTotalSize()
  const places = new Map(keys.map((key, index) => [key, index]))
  const moves = before.flatMap(({ key, start }) => {
    const now = list.measurementsCache[places.get(key as Key) ?? -1]
    return now ? [now.start - start] : []
  })
  // The median: a single row that jumped elsewhere must not move the viewport.
  return moves.sort((one, other) => one - other)[Math.floor(moves.length / 2)] ?? 0
}

function inSight(list: Rows): VirtualItem[] {
  const from = list.scrollOffset ?? 0
  const to = from + (list.scrollRect?.height ?? 0)
  return list.getVirtualItems().filter(({ start, end }) => end > from && start < to)
}

function withKept(range: Range, keys: readonly Key[], kept: Key | undefined): number[] {
  const indexes = defaultRangeExtractor(range)
  const index = kept === undefined ? -1 : keys.indexOf(kept)
  if (index < 0 || indexes.includes(index)) return indexes
  return [...indexes, index].sort((one, other) => one - other)
}
