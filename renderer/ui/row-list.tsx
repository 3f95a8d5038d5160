import './row-list.css'
import type { ComponentChildren, Key } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { DragHandle } from './drag-handle.tsx'
import { moved, useReorder } from './use-reorder.ts'

/** Controls of a row. */
export interface RowTools<row> {
  readonly row: row
  readonly index: number
  /** Drag handle; undefined unless the list is sorted. */
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
  /** Renders a row. */
  readonly children: (tools: RowTools<row>) => ComponentChildren
  /** Renders the buttons that add a row; false if the list is full. */
  readonly add: false | ((add: (row: row) => void) => ComponentChildren)
  /** Key of a row; defaults to its index. */
  readonly keyOf?: (row: row) => Key
  readonly rowClass?: string
  /** The order matters: each row has a handle to move it. */
  readonly isSorted?: boolean
  /** Announces the rows of a sorted list by name. */
  readonly isRowNamed?: boolean
  /** Shown between the rows and the buttons, such as an error. */
  readonly note?: ComponentChildren
}

const FIELD = 'input, textarea, select'

/**
 * An editable list of rows that can be added, removed and, if their order matters, moved by mouse or keyboard. Focus
 * moves to the first field of a new row. After a removal it moves to the previous row in a sorted list; otherwise it
 * keeps its position, or moves to the add button if the list is empty.
 */
export function RowList<row>(props: RowListProps<row>) {
  const { rows, nameOf, onChange, children, add, keyOf, rowClass = '', isSorted = false } = props
  const list = useRef<HTMLDivElement & HTMLUListElement>(null)
  const adders = useRef<HTMLDivElement>(null)
  /** Row to focus after the next render. */
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
