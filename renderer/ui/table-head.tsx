import type { ComponentChildren } from 'preact'
import { t } from '../locales/translate.ts'
import { DownIcon, UpIcon } from './icons.tsx'

/** Sort column and direction. */
export interface Sort {
  readonly key: string
  readonly isDown: boolean
}

interface TableHeadProps {
  readonly columns: readonly {
    readonly key: string
    readonly title: string
    readonly isSortable?: boolean
    readonly isNumber?: boolean
    readonly align?: 'start' | 'end'
    readonly width?: string
  }[]
  readonly sort: Sort | undefined
  readonly onSort: ((sort: Sort) => void) | undefined
  readonly selection: ComponentChildren
  readonly hasActions: boolean
}

/** Column headers; sortable ones are buttons. */
export function TableHead({ columns, sort, onSort, selection, hasActions }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {selection && <th class="cell-check">{selection}</th>}
        {columns.map(({ key, title, isSortable, isNumber, align, width }) => {
          const isSorted = sort?.key === key
          const Arrow = sort?.isDown ? DownIcon : UpIcon
          return (
            <th
              key={key}
              scope="col"
              class={isNumber || align === 'end' ? 'is-end' : ''}
              {...(width && { style: { inlineSize: width } })}
              {...(isSorted && { 'aria-sort': sort.isDown ? 'descending' : 'ascending' })}
            >
              {isSortable && onSort ? (
                <button
                  type="button"
                  class={`sort ${isSorted ? 'is-on' : ''}`}
                  onClick={() =>
                    onSort({ key, isDown: isSorted ? !sort.isDown : isNumber === true })
                  }
                >
                  {title}
                  <Arrow size={14} />
                </button>
              ) : (
                title
              )}
            </th>
          )
        })}
        {hasActions && (
          <th class="cell-actions">
            <span class="visually-hidden">{t('common.moreActions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
