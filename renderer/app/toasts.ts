import { type ReadonlySignal, signal } from '@preact/signals'
import { t } from '../locales/translate.ts'
import { explain } from './api.ts'

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
  /** True if the action undoes what the toast reports. */
  readonly isUndo?: boolean
}

export interface Toast extends ToastOptions {
  readonly id: number
  readonly text: string
  readonly tone: 'ok' | 'info' | 'danger'
}

/** Duration of a toast, ms; longer if it offers an action. */
const DURATION_MS = 5000
const DURATION_WITH_ACTION_MS = 10_000
/** More would cover the page; the oldest are dismissed. */
const MAX_TOASTS = 4

export type Toasts = ReturnType<typeof createToasts>

/** Short messages about what has just happened. */
export function createToasts() {
  const shown = signal<readonly Toast[]>([])
  const cleanups = new Map<number, () => void>()
  let count = 0

  function dismiss(id: number): void {
    cleanups.get(id)?.()
    cleanups.delete(id)
    shown.value = shown.value.filter((toast) => toast.id !== id)
  }

  /** Starts the timer that dismisses a toast, unless it stays open. */
  function start({ id, action, progress, stay }: Toast): void {
    const time = stay ?? (progress ? 'open' : action ? DURATION_WITH_ACTION_MS : DURATION_MS)
    if (time === 'open') return
    const timer = setTimeout(dismiss, time, id)
    cleanups.set(id, () => clearTimeout(timer))
  }

  function show(text: string, options: Toast['tone'] | ToastOptions = 'ok'): number {
    const id = ++count
    const given = typeof options === 'string' ? { tone: options } : options
    const toast: Toast = { tone: 'ok', ...given, id, text }
    const all = [...shown.value, toast]
    for (const old of all.slice(0, -MAX_TOASTS)) dismiss(old.id)
    shown.value = all.slice(-MAX_TOASTS)
    start(toast)
    return id
  }

  const latestUndo = () => shown.value.findLast(({ isUndo }) => isUndo)

  return {
    shown,
    dismiss,
    /** Shows a toast and returns the id for dismissing it. */
    show,
    /** Reports an action and offers to undo it, for `stay` ms; if undoing it fails, the reason is shown. */
    undo(text: string, onUndo: () => unknown, stay = DURATION_WITH_ACTION_MS): number {
      const onSelect = async () => {
        try {
          await onUndo()
        } catch (failure) {
          show(explain(failure), 'danger')
        }
      }
      return show(text, { action: { label: t('common.undo'), onSelect }, stay, isUndo: true })
    },
    /** Reports whether a toast offers to undo something. */
    canUndo: (): boolean => latestUndo() !== undefined,
    /** Undoes what the latest toast with Undo reports. */
    undoLatest(): void {
      const toast = latestUndo()
      if (!toast) return
      dismiss(toast.id)
      toast.action?.onSelect()
    },
    /** Pauses all timers while the toasts are hovered or focused. */
    hold(): void {
      for (const end of cleanups.values()) end()
      cleanups.clear()
    },
    release(): void {
      for (const toast of shown.value) if (!cleanups.has(toast.id)) start(toast)
    },
  }
}
