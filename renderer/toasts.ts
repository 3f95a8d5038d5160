import { signal } from '@preact/signals'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'ok' | 'danger'
}

/** How long a short sentence stays, ms. */
const STAY = 5000

export type Toasts = ReturnType<typeof createToasts>

/** Short sentences about what has just happened. */
export function createToasts() {
  const shown = signal<readonly Toast[]>([])
  let count = 0

  function dismiss(id: number): void {
    shown.value = shown.value.filter((toast) => toast.id !== id)
  }

  return {
    shown,
    dismiss,
    show(text: string, tone: Toast['tone'] = 'ok'): void {
      const id = ++count
      shown.value = [...shown.value, { id, text, tone }]
      setTimeout(dismiss, STAY, id)
    },
  }
}
