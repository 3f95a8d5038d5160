import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { movedTo } from './use-roving.ts'

/** Returns the list with one entry moved. */
export function moved<item>(list: readonly item[], from: number, to: number): readonly item[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from]!)
}

/**
 * Moves rows of a list by their handles, with arrow keys or by dragging. Rows are identified by index, so that a handle
 * stays under the finger while its row moves.
 */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  count: number,
  onMove: (from: number, to: number) => void,
) {
  /** Index of the dragged row. */
  const dragged = useSignal<number>()
  /** Index to which a row was last moved. */
  const landed = useSignal<number>()

  function go(from: number, to: number): void {
    landed.value = to
    onMove(from, to)
  }

  function press(event: KeyboardEvent, index: number): void {
    const to = movedTo(event, index, count, { along: 'block' })
    const isAround = Math.abs(to - index) > 1 && event.key.startsWith('Arrow')
    if (to < 0) return
    event.preventDefault()
    if (to === index || isAround) return
    go(index, to)
    list.current?.querySelectorAll<HTMLElement>(':scope > * > .drag-handle')[to]?.focus()
  }

  function drag({ clientY }: PointerEvent): void {
    const from = dragged.value
    if (from === undefined) return
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const isAbove = (row: DOMRect | undefined) => row && clientY < row.top + row.height / 2
    const isBelow = (row: DOMRect | undefined) => row && clientY > row.top + row.height / 2
    const to = isAbove(rows[from - 1]) ? from - 1 : isBelow(rows[from + 1]) ? from + 1 : from
    if (to === from) return
    dragged.value = to
    go(from, to)
  }

  return {
    dragged: dragged.value,
    landed: landed.value,
    handle: (index: number) => ({
      onKeyDown: (event: KeyboardEvent) => press(event, index),
      onPointerDown: (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        dragged.value = index
      },
      onPointerMove: drag,
      onLostPointerCapture: () => {
        dragged.value = undefined
      },
    }),
  }
}
