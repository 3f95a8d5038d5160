import { signal } from '@preact/signals'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { findPrice } from '#contracts/money.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import { loadPhoneFormat, type PhoneFormat } from './phone.ts'

/** A number that is understood, its country and what it costs. */
export type Quote = ReplyOf<typeof findPrice>

export type NumberModel = ReturnType<typeof createNumberModel>

/** The server is asked once the typing rests this long, ms. */
const PAUSE = 300

/** A number to call or to write to: written as its country does, understood and priced by the server. */
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
      // What was there before the rules, such as a number of the address.
      text.value = loaded.asTyped(text.value)
    })
    .catch(() => undefined)

  function edit(typed: string): void {
    // Only what grows at its end is rewritten: a caret in the middle would jump.
    const isLonger = typed.startsWith(text.value)
    text.value = isLonger && format ? format.asTyped(typed) : typed
    quote.value = undefined
    error.value = undefined
    clearTimeout(timer)
    asked += 1
    isAsking.value = false
    if (digits(typed) >= 5) timer = setTimeout(() => void ask(), PAUSE)
  }

  /** Has the number understood now; whether it could be. */
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
