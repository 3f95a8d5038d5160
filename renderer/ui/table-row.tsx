import type { ComponentChildren } from 'preact'
import { t } from '../locales/translate.ts'
import { Checkbox } from './checkbox.tsx'
import type { Column } from './data-table.tsx'

interface TableRowProps<row> {
  readonly row: row
  readonly columns: readonly Column<row>[]
  readonly name: string | undefined
  readonly href: string | undefined
  readonly tone: 'attention' | 'danger' | 'quiet' | undefined
  /** Undefined if rows cannot be selected. */
  readonly isSelected: boolean | undefined
  /** True for the row in the tab order. */
  readonly isCurrent: boolean
  readonly onSelect: (isOn: boolean, event: MouseEvent) => void
  readonly onOpen: (() => void) | undefined
  readonly actions: ComponentChildren
}

/** A table row. A click anywhere in it follows the link in its primary cell. */
export function TableRow<row>(props: TableRowProps<row>) {
  const { row, columns, name, href, tone, isSelected, isCurrent, onSelect, onOpen } = props
  const canOpen = href !== undefined || onOpen !== undefined
  const label = isSelected ? t('common.selectedRow') : t('common.selectRow')
  return (
    <tr
      class={`${canOpen ? 'can-open' : ''} ${tone ? `is-${tone}` : ''}`}
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={isSelected}
      onClick={(event) => {
        if (!canOpen || isElsewhere(event)) return
        if (onOpen && !href) onOpen()
        else event.currentTarget.querySelector<HTMLElement>('.row-link')?.click()
      }}
    >
      {isSelected !== undefined && (
        <td class="cell-check">
          <Checkbox
            label={name ? `${label}: ${name}` : label}
            isLabelHidden
            checked={isSelected}
            onSwitch={onSelect}
          />
        </td>
      )}
      {columns.map((column) => {
        const { key, title, isNumber, align, isPrimary, isHiddenOnPhone, cell } = column
        const kind = [
          isNumber ? 'is-number' : '',
          isNumber || align === 'end' ? 'is-end' : '',
          isPrimary ? 'is-primary' : '',
          isHiddenOnPhone ? 'is-hidden-on-phone' : '',
        ]
        return (
          <td key={key} class={kind.join(' ')} data-title={title}>
            {isPrimary && href ? (
              <a class="row-link" href={href} tabIndex={-1}>
                {cell(row)}
              </a>
            ) : (
              cell(row)
            )}
          </td>
        )
      })}
      {props.actions !== undefined && <td class="cell-actions">{props.actions}</td>}
    </tr>
  )
}

/** Reports whether a click hit a control inside the row, or selected text. */
function isElsewhere(event: MouseEvent): boolean {
  const { target, currentTarget } = event
  const own = target instanceof Element && target.closest('a, button, input, label, [popover]')
  const marked = getSelection()
  const isMarking =
    marked?.isCollapsed === false &&
    currentTarget instanceof Node &&
    currentTarget.contains(marked.anchorNode)
  return Boolean(own) || isMarking
}
