import { type ReadonlySignal, signal } from '@preact/signals'
import { t } from '../locales/translate.ts'

interface Action {
  readonly label: string
  readonly onSelect: () => unknown
}

interface ToastOptions {
  readonly tone?: 'ok' | 'info' | 'danger'
  /** An action offered with it, such as Undo. */
  readonly action?: Action
  readonly otherAction?: Action
  /** Between 0 and 1; undefined if unknown. */
  readonly progress?: ReadonlySignal<number | undefined>
  /** Time until it disappears, ms; `open` until it is dismissed. */
  readonly stay?: number | 'open'
}

export interface Toast extends ToastOptions {
  readonly id: number
  readonly text: string
  readonly tone: 'ok' | 'info' | 'danger'
}

/** Duration of a toast, ms; longer if it offers an action. */
const STAY = 5000
const STAY_TO_DECIDE = 10_000
/** More would cover the page; the oldest are dismissed. */
const MOST = 4

export type Toasts = ReturnType<typeof createToasts>

/** Short messages about what has just happened. */
export function createToasts() {
  const shown = signal<readonly Toast[]>([])
  const ends = new Map<number, () => void>()
  let count = 0

  function dismiss(id: number): void {
    ends.get(id)?.()
    ends.delete(id)
    shown.value = shown.value.filter((toast) => toast.id !== id)
  }

  /** Starts the timer that dismisses a toast, unless it stays open. */
  function start({ id, action, progress, stay }: Toast): void {
    const time = stay ?? (progress ? 'open' : action ? STAY_TO_DECIDE : STAY)
    if (time === 'open') return
    const timer = setTimeout(dismiss, time, id)
    ends.set(id, () => clearTimeout(timer))
  }

  function show(text: string, options: Toast['tone'] | ToastOptions = 'ok'): number {
    const id = ++count
    const given = typeof options === 'string' ? { tone: options } : options
    const toast: Toast = { tone: 'ok', ...given, id, text }
    const all = [...shown.value, toast]
    for (const old of all.slice(0, -MOST)) dismiss(old.id)
    shown.value = all.slice(-MOST)
    start(toast)
    return id
  }

  return {
    shown,
    dismiss,
    /** Shows a toast and returns the id for dismissing it. */
    show,
    /** Reports an action and offers to undo it. */
    undo: (text: string, onUndo: () => unknown): number =>
      show(text, { action: { label: t('common.undo'), onSelect: onUndo } }),
    /** Pauses all timers while the toasts are hovered or focused. */
    hold(): void {
      for (const end of ends.values()) end()
      ends.clear()
    },
    release(): void {
      for (const toast of shown.value) if (!ends.has(toast.id)) start(toast)
    },
  }
}
