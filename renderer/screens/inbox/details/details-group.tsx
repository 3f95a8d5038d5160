import type { ComponentChildren } from 'preact'
import { type Keep, write } from '../../../app/storage.ts'
import { Count } from '../../../ui/display.tsx'
import { ExpandIcon } from '../../../ui/icons.tsx'

interface DetailsGroupProps {
  /** Under this it is remembered whether it is open. */
  readonly name: string
  readonly title: string
  /** How much is in it. */
  readonly count?: number
  readonly storage: Keep
  readonly children: ComponentChildren
}

/** A part of the details that can be folded; it stays as the operator left it. */
export function DetailsGroup({ name, title, count = 0, storage, children }: DetailsGroupProps) {
  const key = `parley.details.${name}`
  return (
    <details
      class="details-group"
      open={storage.getItem(key) !== 'closed'}
      onToggle={({ currentTarget }) => write(storage, key, currentTarget.open ? 'open' : 'closed')}
    >
      <summary>
        <h3>{title}</h3>
        <Count value={count} tone="quiet" />
        <ExpandIcon size={16} />
      </summary>
      {children}
    </details>
  )
}
