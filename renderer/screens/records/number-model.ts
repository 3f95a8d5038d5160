import { signal } from '@preact/signals'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { findPrice } from '#contracts/money.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import { loadPhoneFormat, type PhoneFormat } from './phone.ts'

/** A valid number, its country and its price. */
export type Quote = ReplyOf<typeof findPrice>

export type NumberModel = ReturnType<typeof createNumberModel>

/** Debounce of price requests while typing, ms. */
const PAUSE = 300

/** A phone number to call or text: formatted by its country's rules, validated and priced by the server. */
export function createNumberModel(api: Api, loadFormat = loadPhoneFormat) {
  const text = signal('')
  const quote = signal<Quote>()
  const error = signal<string>()
  const isAsking = signal(false)
  let format: PhoneFormat | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0

  void loadFormat()
    .then((loaded) => {
      format = loaded
      // Formats text entered before the rules were loaded, such as a number from the address.
      text.value = loaded.asTyped(text.value)
    })
    .catch(() => undefined)

  function edit(typed: string): void {
    // Only text appended at the end is reformatted; otherwise the caret would jump.
    const isLonger = typed.startsWith(text.value)
    text.value = isLonger && format ? format.asTyped(typed) : typed
    quote.value = undefined
    error.value = undefined
    clearTimeout(timer)
    asked += 1
    isAsking.value = false
    if (digits(typed) >= 5) timer = setTimeout(() => void ask(), PAUSE)
  }

  /** Validates the number immediately; resolves to whether it is valid. */
  async function ask(): Promise<boolean> {
    clearTimeout(timer)
    const mine = ++asked
    isAsking.value = true
    try {
      const found = await api.findPrice({ query: { phone_number: text.value } })
      if (mine === asked) quote.value = found
      return mine === asked
    } catch (failure) {
      if (mine === asked) error.value = fieldErrors(failure)?.['phone_number'] ?? explain(failure)
      return false
    } finally {
      if (mine === asked) isAsking.value = false
    }
  }

  return { text, quote, error, isAsking, edit, ask, stop: () => clearTimeout(timer) }
}

const digits = (text: string): number => text.replace(/\D/g, '').length
