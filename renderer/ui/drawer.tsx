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

/** A panel over the side of the page, for what is looked at or filled in beside it. On a phone it fills the window. */
export function Drawer({ side = 'end', ...rest }: DrawerProps) {
  return <Dialog {...rest} side={side} />
}
