import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly actions?: ComponentChildren
  /** False while closing would lose something irrecoverable. */
  readonly canDismiss?: boolean
  readonly size?: 'small' | 'medium' | 'large'
  /** Docks the dialog to an edge of the window; on phones it fills the screen. */
  readonly side?: 'start' | 'end'
  /** The dialog is there to be read: its heading is focused instead of its first field. */
  readonly isReading?: boolean
  readonly children: ComponentChildren
}

/** Selector of form fields. */
const FIELD =
  '.dialog-body :is(input:not([type=radio]:not(:checked), [tabindex="-1"]), select, textarea):enabled'

/** A modal dialog. Escape closes it, and focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const { title, onClose, actions, canDismiss = true, size = 'medium', side, children } = props
  const { isReading = false } = props
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    // Focuses the first field of a form instead of the close button.
    const start = isReading ? 'h2' : FIELD
    if (!dialog?.querySelector('[autofocus]')) dialog?.querySelector<HTMLElement>(start)?.focus()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  return (
    <dialog
      ref={ref}
      class={`dialog is-${size} ${side ? `is-drawer is-${side}` : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (canDismiss) onClose()
      }}
      onPointerDown={({ target, currentTarget }) => {
        // Only a click on the backdrop targets the dialog itself.
        if (side && canDismiss && target === currentTarget) onClose()
      }}
    >
      <header class="dialog-head">
        <h2 id={id} tabIndex={isReading ? -1 : undefined}>
          {title}
        </h2>
        {canDismiss && <IconButton icon={CloseIcon} label={t('common.close')} onClick={onClose} />}
      </header>
      <div class="dialog-body">{children}</div>
      {actions && <footer class="dialog-actions">{actions}</footer>}
    </dialog>
  )
}
