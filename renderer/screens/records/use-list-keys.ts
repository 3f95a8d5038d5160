import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { useCommands } from '../../app/keys/shortcuts.ts'

/** Shortcuts common to all lists: next and previous row, search, filters, export and, if available, new. */
export function useListKeys(desk: Desk, onNew?: () => void): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector)

  function step(by: 1 | -1): void {
    const rows = [...(root.current?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]
    const index = rows.findIndex((row) => row.contains(document.activeElement))
    const next = index < 0 ? rows[by === 1 ? 0 : rows.length - 1] : rows[index + by]
    const target = next?.tabIndex === undefined || next.tabIndex < -1 ? undefined : next
    target?.focus()
    target?.scrollIntoView({ block: 'nearest' })
  }

  useCommands(desk, [
    { id: 'list.next', isKeyOnly: true, run: () => step(1) },
    { id: 'list.previous', isKeyOnly: true, run: () => step(-1) },
    {
      id: 'list.search',
      isKeyOnly: true,
      when: () => Boolean(find('input[type=search]')),
      run: () => find('input[type=search]')?.focus(),
    },
    { id: 'list.filter', isKeyOnly: true, run: () => find('.filter')?.click() },
    { id: 'list.export', run: () => find('[data-list-export]')?.click() },
    { id: 'list.new', when: () => onNew !== undefined, run: () => onNew?.() },
  ])
  return root
}
