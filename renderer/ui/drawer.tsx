import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'

interface DrawerProps {
  readonly title: string
  readonly onClose: () => void
  readonly actions?: ComponentChildren
  readonly canDismiss?: boolean
  readonly side?: 'start' | 'end'
  readonly size?: 'small' | 'medium' | 'large'
  readonly children: ComponentChildren
}

/** A side panel for details or forms next to the page. On phones it fills the screen. */
export function Drawer({ side = 'end', ...rest }: DrawerProps) {
  return <Dialog {...rest} side={side} />
}
