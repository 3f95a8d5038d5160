import { computed, signal } from '@preact/signals'
import type { NumberOffer, PhoneNumber } from '#contracts/phone-numbers.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import { loadCountries } from '../records/phone.ts'

export type BuyModel = ReturnType<typeof createBuyModel>

/** Debounce while digits are typed, ms. */
const PAUSE = 300

/** Search for a number and its purchase. */
export function createBuyModel(api: Api, firstCountry: string, load = loadCountries) {
  const country = signal(firstCountry)
  const digits = signal('')
  const countries = signal<readonly string[]>([firstCountry])
  /** Undefined until the first search has finished. */
  const offers = signal<readonly NumberOffer[]>()
  /** E.164; empty if none is chosen. */
  const chosen = signal('')
  const balance = signal<number>()
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const isSearching = signal(false)
  const busy = signal(false)
  const offer = computed(() => offers.value?.find((one) => one.phone_number === chosen.value))
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0

  async function start(): Promise<void> {
    const [codes, money] = await Promise.all([
      load().catch(() => countries.value),
      api.getBalance().catch(() => undefined),
      search(),
    ])
    countries.value = codes
    balance.value = money?.balance
  }

  async function search(): Promise<void> {
    clearTimeout(timer)
    const mine = ++asked
    isSearching.value = true
    errors.value = {}
    failure.value = undefined
    try {
      const contains = digits.value.replaceAll(/[\s()+./-]/g, '')
      const query = { country_code: country.value, ...(contains && { contains }) }
      const { data } = await api.searchPhoneNumbers({ query })
      if (mine !== asked) return
      offers.value = data
      if (!offer.value) chosen.value = data[0]?.phone_number ?? ''
    } catch (reason) {
      if (mine === asked) fail(reason)
    } finally {
      if (mine === asked) isSearching.value = false
    }
  }

  function fail(reason: unknown): void {
    errors.value = fieldErrors(reason) ?? {}
    if (Object.keys(errors.value).length === 0) failure.value = explain(reason)
  }

  /** Buys the chosen number; searches again if someone else has bought it in the meantime. */
  async function buy(): Promise<PhoneNumber | undefined> {
    if (busy.value || !offer.value) return undefined
    busy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      return (await api.purchasePhoneNumber({ body: { phone_number: chosen.value } })).data
    } catch (reason) {
      const told = explain(reason)
      await search()
      errors.value = { ...errors.value, phone_number: told }
      return undefined
    } finally {
      busy.value = false
    }
  }

  return {
    country,
    digits,
    countries,
    offers,
    chosen,
    offer,
    balance,
    errors,
    failure,
    isSearching,
    busy,
    start,
    search,
    buy,
    chooseCountry(code: string): void {
      country.value = code
      void search()
    },
    type(text: string): void {
      digits.value = text
      clearTimeout(timer)
      timer = setTimeout(() => void search(), PAUSE)
    },
    stop: () => clearTimeout(timer),
  }
}
