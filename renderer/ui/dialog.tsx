import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly actions?: ComponentChildren
  /** False while closing would lose something that cannot be had again. */
  readonly canDismiss?: boolean
  readonly children: ComponentChildren
}

/** A question or an answer in front of everything else. Escape closes it and focus goes back. */
export function Dialog({ title, onClose, actions, canDismiss = true, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  return (
    <dialog
      ref={ref}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (canDismiss) onClose()
      }}
    >
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        {canDismiss && <IconButton icon={CloseIcon} label="Close" onClick={onClose} />}
      </header>
      <div class="dialog-body">{children}</div>
      {actions && <footer class="dialog-actions">{actions}</footer>}
    </dialog>
  )
}
