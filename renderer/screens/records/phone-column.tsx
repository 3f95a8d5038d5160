import type { Column } from '../../ui/data-table.tsx'

/** The first column of a list of telephone numbers. */
export function phoneColumn<row extends { readonly phone_number: string }>(
  title: string,
): Column<row> {
  return {
    key: 'number',
    title,
    isPrimary: true,
    canHide: false,
    cell: ({ phone_number }) => (
      <span class="number-cell" dir="ltr">
        {phone_number}
      </span>
    ),
  }
}
