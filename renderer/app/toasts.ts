import { type ReadonlySignal, signal } from '@preact/signals'
import { t } from '../locales/translate.ts'

interface Action {
  readonly label: string
  readonly onSelect: () => unknown
}

interface ToastOptions {
  readonly tone?: 'ok' | 'info' | 'danger'
  /** Something to do about it, such as taking it back. */
  readonly action?: Action
  readonly otherAction?: Action
  /** How far it has come, between 0 and 1; undefined while nobody knows. */
  readonly progress?: ReadonlySignal<number | undefined>
  /** How long it stays, ms; open until it is dismissed. */
  readonly stay?: number | 'open'
}

export interface Toast extends ToastOptions {
  readonly id: number
  readonly text: string
  readonly tone: 'ok' | 'info' | 'danger'
}

/** How long a short sentence stays, ms; longer when there is something to decide. */
const STAY = 5000
const STAY_TO_DECIDE = 10_000
/** More than this would hide the page; the oldest go. */
const MOST = 4

export type Toasts = ReturnType<typeof createToasts>

/** Short sentences about what has just happened. */
export function createToasts() {
  const shown = signal<readonly Toast[]>([])
  const ends = new Map<number, () => void>()
  let count = 0

  function dismiss(id: number): void {
    ends.get(id)?.()
    ends.delete(id)
    shown.value = shown.value.filter((toast) => toast.id !== id)
  }

  /** Begins the time that a toast stays; nothing for one that stays open. */
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
    /** Says something, and gives the id to dismiss it with. */
    show,
    /** Says what has happened, and offers to take it back. */
    undo: (text: string, onUndo: () => unknown): number =>
      show(text, { action: { label: t('common.undo'), onSelect: onUndo } }),
    /** While somebody points at the toasts, or has the focus in them, none goes. */
    hold(): void {
      for (const end of ends.values()) end()
      ends.clear()
    },
    release(): void {
      for (const toast of shown.value) if (!ends.has(toast.id)) start(toast)
    },
  }
}
