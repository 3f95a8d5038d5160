import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'

export type RowKey = string | number

interface TableKeys {
  readonly body: RefObject<HTMLTableSectionElement | null>
  readonly keys: readonly RowKey[]
  readonly selected: ReadonlySet<RowKey> | undefined
  readonly onSelect: ((selected: ReadonlySet<RowKey>) => void) | undefined
  readonly onOpen: (index: number) => void
}

/**
 * Keyboard navigation of rows: arrows, Home, End and page keys move, Enter opens, Space selects, Shift extends the
 * range.
 */
export function useTableKeys({ body, keys, selected = new Set(), onSelect, onOpen }: TableKeys) {
  const [current, setCurrent] = useState(0)
  /** Row at which a range selection starts. */
  const pivot = useRef(0)
  const page = 10

  function focus(index: number): void {
    const next = Math.max(0, Math.min(index, keys.length - 1))
    setCurrent(next)
    rowsOf(body.current)[next]?.focus()
  }

  function select(index: number, isOn: boolean, isRange: boolean): void {
    const from = isRange ? pivot.current : index
    const range = keys.slice(Math.min(from, index), Math.max(from, index) + 1)
    const next = new Set(selected)
    for (const key of range) {
      if (isOn) next.add(key)
      else next.delete(key)
    }
    if (!isRange) pivot.current = index
    onSelect?.(next)
  }

  function selectAll(isOn: boolean): void {
    const next = new Set(selected)
    for (const key of keys) {
      if (isOn) next.add(key)
      else next.delete(key)
    }
    onSelect?.(next)
  }

  function move(event: KeyboardEvent, at: number, to: number): void {
    if (event.shiftKey && onSelect) {
      if (!selected.has(keys[at]!)) pivot.current = at
      select(Math.max(0, Math.min(to, keys.length - 1)), true, true)
    }
    focus(to)
  }

  const moves: Record<string, (at: number) => number> = {
    ArrowDown: (at) => at + 1,
    ArrowUp: (at) => at - 1,
    Home: () => 0,
    End: () => keys.length - 1,
    PageDown: (at) => at + page,
    PageUp: (at) => at - page,
  }

  /** Handles a key on the row at an index; returns true if it did something. */
  function act(event: KeyboardEvent, at: number): boolean {
    const to = moves[event.key]?.(at)
    if (to !== undefined) {
      move(event, at, to)
      return true
    }
    if (event.key === 'Enter') {
      onOpen(at)
      return true
    }
    if (!onSelect) return false
    if (event.key === ' ') {
      select(at, event.shiftKey || !selected.has(keys[at]!), event.shiftKey)
      return true
    }
    const isAll = event.key === 'a' && (event.ctrlKey || event.metaKey)
    if (isAll) selectAll(true)
    return isAll
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Keys inside a cell's own controls are left to them.
    if (!(event.target instanceof HTMLTableRowElement)) return
    if (act(event, rowsOf(body.current).indexOf(event.target))) event.preventDefault()
  }

  return {
    current: Math.min(current, Math.max(0, keys.length - 1)),
    select,
    selectAll,
    onKeyDown,
    onFocusIn: ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('tr') : null
      if (row) setCurrent(rowsOf(body.current).indexOf(row))
    },
  }
}

function rowsOf(body: HTMLTableSectionElement | null): HTMLTableRowElement[] {
  return [...(body?.querySelectorAll<HTMLTableRowElement>(':scope > tr') ?? [])]
}
