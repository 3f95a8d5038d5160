import './row-list.css'
import type { ComponentChildren, Key } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { DragHandle } from './drag-handle.tsx'
import { moved, useReorder } from './use-reorder.ts'

/** A row and what can be done with it. */
export interface RowTools<row> {
  readonly row: row
  readonly index: number
  /** Moves the row; only sorted lists have one. */
  readonly handle: ComponentChildren
  /** Props of the button that removes the row. */
  readonly removal: { readonly label: string; readonly onClick: () => void }
  readonly edit: (row: row) => void
  readonly insertAfter: (row: row) => void
  readonly remove: () => void
}

interface RowListProps<row> {
  readonly rows: readonly row[]
  /** Name of a row in the labels of its buttons. */
  readonly nameOf: (row: row, index: number) => string
  readonly onChange: (rows: readonly row[]) => void
  /** Draws a row. */
  readonly children: (tools: RowTools<row>) => ComponentChildren
  /** Draws the buttons that add a row; false while no more fit. */
  readonly add: false | ((add: (row: row) => void) => ComponentChildren)
  /** Tells rows apart; without it, their places do. */
  readonly keyOf?: (row: row) => Key
  readonly rowClass?: string
  /** The order of the rows counts: each has a handle to move it. */
  readonly isSorted?: boolean
  /** The rows of a sorted list are announced by their names. */
  readonly isRowNamed?: boolean
  /** Stands between the rows and the buttons, such as an error. */
  readonly note?: ComponentChildren
}

const FIELD = 'input, textarea, select'

/**
 * Rows that are written, added, removed and, where their order counts, moved by mouse or keyboard. The focus goes to the
 * first field of a new row. After a removal it goes to the row before in a sorted list; elsewhere it stays in its place,
 * or goes to what adds a row when there is none.
 */
export function RowList<row>(props: RowListProps<row>) {
  const { rows, nameOf, onChange, children, add, keyOf, rowClass = '', isSorted = false } = props
  const list = useRef<HTMLDivElement & HTMLUListElement>(null)
  const adders = useRef<HTMLDivElement>(null)
  /** Where the focus goes as soon as the change is drawn. */
  const next = useRef<number | 'stay'>(undefined)

  useLayoutEffect(() => {
    const wanted = next.current
    if (wanted === undefined) return
    next.current = undefined
    const row = wanted === 'stay' ? undefined : list.current?.children[wanted]
    if (row) row.querySelector<HTMLElement>(FIELD)?.focus()
    else if (document.activeElement === document.body)
      adders.current?.querySelector('button')?.focus()
  })

  const { dragged, landed, handle } = useReorder(list, rows.length, (from, to) =>
    onChange(moved(rows, from, to)),
  )

  function insert(at: number, row: row): void {
    next.current = at
    onChange(rows.toSpliced(at, 0, row))
  }

  function toolsOf(row: row, index: number): RowTools<row> {
    const name = nameOf(row, index)
    const remove = () => {
      next.current = isSorted ? Math.max(0, index - 1) : 'stay'
      onChange(rows.toSpliced(index, 1))
    }
    return {
      row,
      index,
      handle: isSorted && <DragHandle name={name} {...handle(index)} />,
      removal: { label: t('common.removeOf', { label: name }), onClick: remove },
      edit: (changed) => onChange(rows.with(index, changed)),
      insertAfter: (added) => insert(index + 1, added),
      remove,
    }
  }

  const [List, Row] = isSorted ? (['ul', 'li'] as const) : (['div', 'div'] as const)
  const drawn = rows.map((row, index) => (
    <Row
      key={keyOf?.(row) ?? index}
      class={`${rowClass} ${index === dragged ? 'is-dragged' : ''}`}
      aria-label={props.isRowNamed ? nameOf(row, index) : undefined}
    >
      {children(toolsOf(row, index))}
    </Row>
  ))
  return (
    <>
      {rows.length > 0 && (
        <List class="row-list" ref={list}>
          {drawn}
        </List>
      )}
      {isSorted && (
        <p class="visually-hidden" role="status">
          {landed !== undefined && t('common.moved', { place: landed + 1, count: rows.length })}
        </p>
      )}
      {props.note}
      {add && (
        <div class="row-list-add" ref={adders}>
          {add((row) => insert(rows.length, row))}
        </div>
      )}
    </>
  )
}
