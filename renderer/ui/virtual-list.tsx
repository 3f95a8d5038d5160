import type { VirtualItem } from '@tanstack/virtual-core'
import type { AriaRole, ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Align, useGoal } from './use-goal.ts'
import { type Key, useVirtual } from './use-virtual.ts'

/** Methods of a list. */
export interface VirtualListHandle {
  /** Scrolls to a row and keeps it in view when rows are inserted before it. */
  readonly scrollToKey: (key: Key, align?: Align) => void
  readonly scrollToIndex: (index: number, align?: Align) => void
  readonly scrollToEnd: () => void
  readonly isAtEnd: () => boolean
  readonly element: () => HTMLElement | null
}

interface VirtualListProps<item> {
  readonly items: readonly item[]
  readonly keyOf: (item: item) => Key
  /** Estimated row height, px; rows are measured after rendering. */
  readonly estimate: (item: item, index: number) => number
  /** Content of a row; reads no signals itself, because it is only called for new and changed rows. */
  readonly render: (item: item, index: number) => ComponentChildren
  readonly label: string
  readonly role?: AriaRole
  readonly itemRole?: AriaRole
  /** `end` for threads, which stay at the newest row; prepended rows do not move the visible ones. */
  readonly anchor?: 'start' | 'end'
  /** Initial row; defaults to the first one, or the last one of a thread. */
  readonly startAt?: Key | undefined
  readonly overscan?: number
  readonly gap?: number
  readonly class?: string
  readonly head?: ComponentChildren
  readonly foot?: ComponentChildren
  readonly handle?: { current: VirtualListHandle | null }
  readonly isBusy?: boolean
  /** Makes the list focusable for scrolling by keyboard, if its rows contain nothing focusable. */
  readonly isTabStop?: boolean
  readonly onRange?: (first: number, last: number) => void
  /** Called once per first or last row when it comes near, to load more. */
  readonly onNearStart?: () => void
  readonly onNearEnd?: () => void
  readonly onAtEnd?: (isAtEnd: boolean) => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/** Number of rows that count as near. */
const NEAR = 8
/** Time after which the initial position is considered final, ms. */
const SETTLED = 100
/** Distance from the end that still counts as at the end, px. */
const AT_END = 48

/** A virtualized list: only visible rows are rendered, and visible content stays in place when rows are added or grow. */
export function VirtualList<item>(props: VirtualListProps<item>) {
  const { items, keyOf, estimate, render, label, role = 'list', anchor = 'start' } = props
  const itemRole = props.itemRole ?? (role === 'list' ? 'listitem' : undefined)
  const scroller = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  const [kept, keep] = useState<Key>()
  const keys = useMemo(() => items.map(keyOf), [items])
  const list = useVirtual({
    scroller,
    keys,
    estimate: (index) => estimate(items[index]!, index),
    anchor,
    overscan: props.overscan ?? 6,
    gap: props.gap ?? 0,
    margin,
    kept,
  })
  const rows = list.getVirtualItems()
  const goTo = (index: number, align: Align) => list.scrollToIndex(index, { align })
  const goal = useGoal(scroller, keys, goTo)
  const contentOf = useContents(render)

  const handle: VirtualListHandle = {
    scrollToKey(key, align = 'auto') {
      handle.scrollToIndex(keys.indexOf(key), align)
      goal.current = { key, align }
    },
    scrollToIndex(index, align = 'auto') {
      goal.current = undefined
      if (index >= 0) goTo(index, align)
    },
    scrollToEnd() {
      goal.current = undefined
      list.scrollToEnd()
    },
    isAtEnd: () => distanceFromEnd(scroller.current) <= AT_END,
    element: () => scroller.current,
  }
  useLayoutEffect(() => {
    if (props.handle) props.handle.current = handle
  })
  useHeight(head, setMargin)
  const hasStarted = useStart(keys, props.startAt, anchor, handle)
  useReports(props, keys, hasStarted ? rows : [])

  const isAtEnd = useRef<boolean>(undefined)
  function reportEnd(): void {
    const now = handle.isAtEnd()
    // From there it follows new rows.
    if (now) goal.current = undefined
    if (now !== isAtEnd.current) props.onAtEnd?.(now)
    isAtEnd.current = now
  }
  useEffect(reportEnd)
  useEffect(() => {
    const element = scroller.current
    if (!element || anchor !== 'end') return undefined
    // A banner above or a growing field below must not hide the newest row.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) list.scrollToEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside are what is pressed
    <div
      ref={scroller}
      class={`virtual-list is-${anchor} ${props.class ?? ''}`}
      onScroll={props.onAtEnd && reportEnd}
      onKeyDown={props.onKeyDown}
      {...(props.isTabStop && { tabIndex: 0, role: 'region', 'aria-label': label })}
    >
      {props.head !== undefined && <div ref={head}>{props.head}</div>}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is a list unless a screen says otherwise */}
      <div
        class="virtual-rows"
        role={role}
        aria-label={label}
        // Scrolling inserts rows, too; the screen announces what is new.
        aria-live={role === 'log' ? 'off' : undefined}
        aria-busy={props.isBusy || undefined}
        style={{ paddingBlockEnd: `${spaceAfter(rows, list.getTotalSize(), margin)}px` }}
        onFocusIn={({ target }) => keep(keyOfRow(target, keys))}
        onFocusOut={() => keep(undefined)}
      >
        {rows.map((row, place) => (
          <div
            key={row.key}
            ref={list.measureElement}
            data-index={row.index}
            class="virtual-row"
            role={itemRole}
            {...(itemRole === 'listitem' && {
              'aria-setsize': items.length,
              'aria-posinset': row.index + 1,
            })}
            style={{ marginBlockStart: `${row.start - (rows[place - 1]?.end ?? margin)}px` }}
          >
            {contentOf(row.key as Key, items[row.index]!, row.index)}
          </div>
        ))}
      </div>
      {props.foot}
    </div>
  )
}

interface Content<item> {
  readonly item: item
  readonly index: number
  readonly content: ComponentChildren
}

/** Contents of the rendered rows, kept until their items or the renderer change: scrolling and measuring render no row again. */
function useContents<item>(render: VirtualListProps<item>['render']) {
  const last = useRef({ render, rows: new Map<Key, Content<item>>() })
  const known = last.current.render === render ? last.current.rows : undefined
  const rows = new Map<Key, Content<item>>()
  last.current = { render, rows }
  return (key: Key, item: item, index: number): ComponentChildren => {
    const before = known?.get(key)
    const isSame = before?.item === item && before.index === index
    const row = isSame ? before : { item, index, content: render(item, index) }
    rows.set(key, row)
    return row.content
  }
}

function spaceAfter(rows: readonly VirtualItem[], total: number, margin: number): number {
  return Math.max(0, total - ((rows.at(-1)?.end ?? margin) - margin))
}

function keyOfRow(target: EventTarget | null, keys: readonly Key[]): Key | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('.virtual-row') : null
  return row ? keys[Number(row.dataset['index'])] : undefined
}

function distanceFromEnd(element: HTMLElement | null): number {
  return element ? element.scrollHeight - element.scrollTop - element.clientHeight : 0
}

function useHeight(ref: { current: HTMLElement | null }, report: (height: number) => void): void {
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => report(element.offsetHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
}

/** Scrolls to the initial row as soon as there are rows; returns true once it is there. */
function useStart(
  keys: readonly Key[],
  startAt: Key | undefined,
  anchor: 'start' | 'end',
  handle: VirtualListHandle,
): boolean {
  const isAtTop = startAt === undefined && anchor === 'start'
  const hasStarted = useRef(false)
  const [isThere, setThere] = useState(isAtTop)
  useLayoutEffect(() => {
    if (hasStarted.current || keys.length === 0) return
    hasStarted.current = true
    if (isAtTop) return
    if (startAt !== undefined) handle.scrollToKey(startAt, 'start')
    else handle.scrollToEnd()
    // Rows visible until then must not trigger loading more.
    setTimeout(setThere, SETTLED, true)
  }, [keys])
  return isThere
}

function useReports<item>(
  { onRange, onNearStart, onNearEnd }: VirtualListProps<item>,
  keys: readonly Key[],
  rows: readonly VirtualItem[],
): void {
  const first = rows[0]?.index ?? -1
  const last = rows.at(-1)?.index ?? -1
  const asked = useRef<{ start?: Key | undefined; end?: Key | undefined }>({})
  useEffect(() => {
    if (first >= 0) onRange?.(first, last)
  }, [first, last])
  useEffect(() => {
    if (first < 0) return
    if (first < NEAR && asked.current.start !== keys[0]) {
      asked.current.start = keys[0]
      onNearStart?.()
    }
    if (last >= keys.length - NEAR && asked.current.end !== keys.at(-1)) {
      asked.current.end = keys.at(-1)
      onNearEnd?.()
    }
  }, [first, last, keys])
}
