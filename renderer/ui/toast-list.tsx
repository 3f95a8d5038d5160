import type { Toasts } from '../toasts.ts'
import { IconButton } from './button.tsx'
import { AlertIcon, CheckIcon, CloseIcon } from './icons.tsx'

/** What has just happened, at the edge of the window and for a moment. */
export function ToastList({ toasts }: { readonly toasts: Toasts }) {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.shown.value.map(({ id, text, tone }) => (
        <div key={id} class={`toast is-${tone}`}>
          {tone === 'ok' ? <CheckIcon size={18} /> : <AlertIcon size={18} />}
          <span>{text}</span>
          <IconButton icon={CloseIcon} label="Dismiss" onClick={() => toasts.dismiss(id)} />
        </div>
      ))}
    </div>
  )
}
