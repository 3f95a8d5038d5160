import type { ComponentChildren } from 'preact'
import { type Keep, write } from '../../../app/storage.ts'
import { Count } from '../../../ui/display.tsx'
import { ExpandIcon } from '../../../ui/icons.tsx'

interface DetailsGroupProps {
  /** Key under which its open state is stored. */
  readonly name: string
  readonly title: string
  /** Number of items. */
  readonly count?: number
  readonly storage: Keep
  readonly children: ComponentChildren
}

/** A collapsible section of the details, which remembers its state. */
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
