import { signal } from '@preact/signals'
import type { OperatorEmailMode, OperatorEmails } from '#contracts/operator-emails.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import { language } from '../../locales/language.ts'

/** One's own emails, saved as soon as they are chosen. */
export function createOperatorEmailsModel({ api, toasts }: Pick<Desk, 'api' | 'toasts'>) {
  const settings = signal<OperatorEmails | undefined>(undefined)
  const error = signal('')

  async function load(): Promise<void> {
    error.value = ''
    try {
      settings.value = await api.getOperatorEmails()
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  async function choose(mode: OperatorEmailMode): Promise<void> {
    const before = settings.value
    if (!before || before.mode === mode) return
    settings.value = { ...before, mode }
    try {
      settings.value = await api.setOperatorEmails({ body: { mode, language } })
    } catch (failure) {
      settings.value = before
      toasts.show(explain(failure), 'danger')
    }
  }

  void load()
  return { settings, error, load, choose }
}
