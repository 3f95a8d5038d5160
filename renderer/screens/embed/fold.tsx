import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { ExpandIcon } from '../../ui/icons.tsx'

interface FoldProps {
  readonly title: string
  /** Short summary of its state. */
  readonly state?: string | undefined
  /** It contains an error and cannot be collapsed. */
  readonly isWrong?: boolean
  readonly children: ComponentChildren
}

/** Collapsible section for rarely needed settings. */
export function Fold({ title, state, isWrong = false, children }: FoldProps) {
  const isOpen = useSignal(false)
  return (
    <details
      class="fold"
      open={isOpen.value || isWrong}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
      }}
    >
      <summary>
        <h3>{title}</h3>
        {state && <span class="quiet">{state}</span>}
        <ExpandIcon size={18} />
      </summary>
      <div class="fold-body">{children}</div>
    </details>
  )
}
