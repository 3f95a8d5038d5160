import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Toast, Toasts } from '../app/toasts.ts'
import { t } from '../locales/translate.ts'
import { Button, IconButton } from './button.tsx'
import { CloseIcon, DoneIcon, ErrorIcon, InfoIcon } from './icons.tsx'
import { ProgressBar } from './progress.tsx'

const ICONS = { ok: DoneIcon, info: InfoIcon, danger: ErrorIcon } as const

/** Toasts at the edge of the window; they stay while they are hovered or focused. */
export function ToastList({ toasts }: { readonly toasts: Toasts }) {
  const list = useRef<HTMLDivElement>(null)
  const { length } = toasts.shown.value
  useLayoutEffect(() => {
    // A dialog opened later is in front; showing the toasts again moves them to the top.
    if (document.querySelector('dialog[open]')) list.current?.hidePopover?.()
    if (!list.current?.matches(':popover-open')) list.current?.showPopover?.()
  }, [length])

  return (
    <div
      ref={list}
      popover="manual"
      class="toasts"
      role="status"
      aria-live="polite"
      onPointerEnter={toasts.hold}
      onPointerLeave={toasts.release}
      onFocusIn={toasts.hold}
      onFocusOut={toasts.release}
    >
      {toasts.shown.value.map((toast) => (
        <Row key={toast.id} toast={toast} onDismiss={() => toasts.dismiss(toast.id)} />
      ))}
    </div>
  )
}

function Row({ toast, onDismiss }: { readonly toast: Toast; readonly onDismiss: () => void }) {
  const { text, tone, action, otherAction, progress } = toast
  const Shape = ICONS[tone]
  return (
    <div class={`toast is-${tone} ${otherAction ? 'has-choice' : ''}`}>
      {progress ? <span class="spinner" aria-hidden="true" /> : <Shape size={18} />}
      <span class="toast-words">
        {text}
        {progress && <ProgressBar label={text} value={progress.value} />}
      </span>
      {[action, otherAction].map(
        (one) =>
          one && (
            <Button
              key={one.label}
              size="small"
              kind="quiet"
              class="toast-action"
              onClick={() => {
                onDismiss()
                one.onSelect()
              }}
            >
              {one.label}
            </Button>
          ),
      )}
      <IconButton size="small" icon={CloseIcon} label={t('common.dismiss')} onClick={onDismiss} />
    </div>
  )
}
