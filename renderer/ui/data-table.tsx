import './data-table.css'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { Checkbox } from './checkbox.tsx'
import { type Sort, TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { type RowKey, useTableKeys } from './use-table-keys.ts'

/** One column of a table. */
export interface Column<row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: row) => ComponentChildren
  readonly isSortable?: boolean
  /** Aligns numbers at the end. */
  readonly isNumber?: boolean
  readonly align?: 'start' | 'end'
  readonly width?: string
  /** The row's title: heading of its card on a phone, and the link that opens it. */
  readonly isPrimary?: boolean
  /** False if the rows make no sense without the column. */
  readonly canHide?: boolean
  readonly isHiddenOnPhone?: boolean
}

interface DataTableProps<row> {
  readonly label: string
  readonly columns: readonly Column<row>[]
  readonly rows: readonly row[]
  readonly keyOf: (row: row) => RowKey
  /** Accessible name of a row. */
  readonly nameOf?: (row: row) => string
  readonly hidden?: readonly string[]
  readonly sort?: Sort | undefined
  readonly onSort?: (sort: Sort) => void
  readonly selected?: ReadonlySet<RowKey>
  readonly onSelect?: (selected: ReadonlySet<RowKey>) => void
  readonly hrefOf?: (row: row) => string | undefined
  readonly onOpen?: (row: row) => void
  /** Menu at the end of each row. */
  readonly actions?: (row: row) => ComponentChildren
  readonly tone?: (row: row) => 'attention' | 'danger' | 'quiet' | undefined
  /** True while the rows are being replaced. */
  readonly isBusy?: boolean
  /** Shown if there are no rows. */
  readonly empty?: ComponentChildren
  readonly foot?: ComponentChildren
}

/** A table with sorting, selection and links to details. On phones each row is a card. */
export function DataTable<row>(props: DataTableProps<row>) {
  const { label, columns, rows, keyOf, hidden = [], selected, onSelect, isBusy, actions } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const shown = columns.filter(({ key }) => !hidden.includes(key))
  const keys = rows.map(keyOf)
  const table = useTableKeys({
    body,
    keys,
    selected,
    onSelect,
    onOpen: (index) => {
      const row = rows[index]
      if (row !== undefined) open(row, index)
    },
  })

  function open(row: row, index: number): void {
    if (props.onOpen) props.onOpen(row)
    else body.current?.children[index]?.querySelector<HTMLElement>('.row-link')?.click()
  }

  const isAll = keys.length > 0 && keys.every((key) => selected?.has(key))
  const isSome = !isAll && keys.some((key) => selected?.has(key))
  const canSelect = onSelect !== undefined

  return (
    <div class="table-frame" aria-busy={isBusy || undefined}>
      <div class="table-scroll">
        <table class="table" aria-label={label}>
          <TableHead
            columns={shown}
            sort={props.sort}
            onSort={props.onSort}
            hasActions={actions !== undefined}
            selection={
              canSelect && (
                <Checkbox
                  label={t('common.selectAllRows')}
                  isLabelHidden
                  checked={isAll}
                  isMixed={isSome}
                  disabled={keys.length === 0}
                  onSwitch={(isOn) => table.selectAll(isOn)}
                />
              )
            }
          />
          <tbody ref={body} onKeyDown={table.onKeyDown} onFocusIn={table.onFocusIn}>
            {rows.map((row, index) => {
              const key = keys[index]!
              return (
                <TableRow
                  key={key}
                  row={row}
                  columns={shown}
                  name={props.nameOf?.(row)}
                  href={props.hrefOf?.(row)}
                  tone={props.tone?.(row)}
                  isSelected={canSelect ? (selected?.has(key) ?? false) : undefined}
                  isCurrent={index === table.current}
                  onSelect={(isOn, event) => table.select(index, isOn, event.shiftKey)}
                  onOpen={props.onOpen && (() => open(row, index))}
                  actions={actions?.(row)}
                />
              )
            })}
          </tbody>
          {props.foot && <tfoot>{props.foot}</tfoot>}
        </table>
      </div>
      {rows.length === 0 && !isBusy && props.empty}
      {isBusy && (
        <div class="table-busy" role="status">
          <span class="spinner" aria-hidden="true" />
          <span class="visually-hidden">{t('common.loading')}</span>
        </div>
      )}
    </div>
  )
}
