import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { movedTo } from './use-roving.ts'

/** A list with one of its entries in another place. */
export function moved<item>(list: readonly item[], from: number, to: number): readonly item[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from]!)
}

/**
 * Moves the rows of a list by their handles: with arrow keys, or by dragging. Rows are told apart by their places, so
 * that a handle stays under the finger while its row goes elsewhere.
 */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  count: number,
  onMove: (from: number, to: number) => void,
) {
  /** The row that is dragged. */
  const dragged = useSignal<number>()
  /** Where a row has been moved to last. */
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
