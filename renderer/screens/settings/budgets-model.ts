import { signal } from '@preact/signals'
import type { Budgets } from '#contracts/budgets.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import type { Live } from '../../app/live.ts'
import { t } from '../../locales/translate.ts'

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
}

/** Debounce of reloads, ms: answers often come in bursts. */
const PAUSE = 500

/** Budgets and current spending, kept up to date. */
export function createBudgetsModel({ api, live }: Deps) {
  const budgets = signal<Budgets>()
  const error = signal<string>()
  /** Text of the field. */
  const typed = signal('')
  const refusal = signal<string>()
  const busy = signal(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    try {
      const found = await api.getBudgets()
      const isFirst = budgets.value === undefined
      budgets.value = found
      error.value = undefined
      if (isFirst) typed.value = textOf(found.account.limit)
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Saves the typed budget; true on success. */
  async function save(): Promise<boolean> {
    const per_month = numberIn(typed.value)
    refusal.value = per_month === undefined ? t('budgets.notANumber') : undefined
    if (per_month === undefined || busy.value) return false
    busy.value = true
    try {
      const { data } = await api.setBudgets({ body: { per_month } })
      budgets.value = data
      typed.value = textOf(data.account.limit)
      return true
    } catch (failure) {
      refusal.value = fieldErrors(failure)?.['per_month'] ?? explain(failure)
      return false
    } finally {
      busy.value = false
    }
  }

  function loadSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void load(), PAUSE)
  }

  const stops = [
    live.subscribe(({ type }) => {
      if (type === 'message.updated' || type === 'proposal.updated') loadSoon()
      if (type === 'conversation.outcome' || type === 'assistant.updated') loadSoon()
    }),
    live.onResume(loadSoon),
  ]
  void load()

  return {
    budgets,
    error,
    typed,
    refusal,
    busy,
    load,
    save,
    stop(): void {
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}

const textOf = (limit: number | null): string => (limit === null ? '' : String(limit))

/** Null for empty text, undefined for an invalid number. */
function numberIn(text: string): number | null | undefined {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return null
  return /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : undefined
}
