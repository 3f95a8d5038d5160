import { signal } from '@preact/signals'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { getSmsPolicy } from '#contracts/sms-provider.ts'
import { type Api, explain, showRefusal } from '../../app/api.ts'
import { countryName, loadCountries } from '../records/phone.ts'

export type SmsPolicyModel = ReturnType<typeof createSmsPolicyModel>

type Policy = ReplyOf<typeof getSmsPolicy>

/** Maximum daily limit, messages. */
export const MAX_CAP = 100_000

/** Countries to which an account may send text messages, and the daily limit. */
export function createSmsPolicyModel(api: Api, load = loadCountries) {
  const policy = signal<Policy>()
  const error = signal<string>()
  /** True if the countries are chosen manually, not derived from the account's own numbers. */
  const isChosen = signal(false)
  const countries = signal<readonly string[]>([])
  const cap = signal('')
  const faults = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)
  const options = signal<readonly { readonly value: string; readonly label: string }[]>([])

  function take(now: Policy): void {
    policy.value = now
    isChosen.value = now.countries !== null
    countries.value = now.countries ?? now.home_countries
    cap.value = String(now.daily_cap)
    faults.value = {}
  }

  async function read(): Promise<void> {
    error.value = undefined
    try {
      take(await api.getSmsPolicy())
    } catch (reason) {
      error.value = explain(reason)
    }
  }

  /** Saves the policy; true on success. */
  async function save(): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    faults.value = {}
    failure.value = undefined
    try {
      const body = {
        countries: isChosen.value ? [...countries.value] : null,
        // The server rejects an invalid number with a field error.
        daily_cap: Number(cap.value.trim() || Number.NaN),
      }
      take(await api.updateSmsPolicy({ body }))
      return true
    } catch (reason) {
      showRefusal(reason, faults, failure)
      return false
    } finally {
      busy.value = false
    }
  }

  void read()
  void load()
    .then((codes) => {
      options.value = codes
        .map((value) => ({ value, label: countryName(value) }))
        .sort((a, b) => a.label.localeCompare(b.label))
    })
    .catch(() => undefined)

  return {
    policy,
    error,
    isChosen,
    countries,
    cap,
    faults,
    failure,
    busy,
    /** All countries by name. */
    options,
    load: read,
    save,
  }
}
