import { computed, signal } from '@preact/signals'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import { t } from '../../locales/translate.ts'

/** A top-up of the operator's own balance, or of a given account's. */
export function createTopUpModel(api: Api, accountId?: number) {
  const amount = signal('')
  const note = signal('')
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)
  /** Typed amount as a number; a decimal comma is accepted. */
  const value = computed(() => {
    const text = amount.value.trim().replace(',', '.')
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
  })

  /** Tops up the balance; resolves to the amount, or undefined on failure. */
  async function save(): Promise<number | undefined> {
    if (busy.value) return undefined
    errors.value = {}
    failure.value = undefined
    if (value.value === undefined) {
      errors.value = { amount: t('balance.notANumber') }
      return undefined
    }
    busy.value = true
    try {
      const amount = value.value
      const body = {
        amount,
        note: note.value.trim() || null,
        ...(accountId && { user_id: accountId }),
      }
      return (await api.topUpBalance({ body })).data.amount
    } catch (reason) {
      errors.value = fieldErrors(reason) ?? {}
      if (Object.keys(errors.value).length === 0) failure.value = explain(reason)
      return undefined
    } finally {
      busy.value = false
    }
  }

  return { amount, note, errors, failure, busy, value, save }
}
