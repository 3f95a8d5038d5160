import { computed, signal } from '@preact/signals'
import type { Assistant } from '#contracts/assistants.ts'
import { PhoneNumberType } from '#contracts/enums.ts'
import type { PhoneNumber } from '#contracts/phone-numbers.ts'
import type { Address } from '../../app/address.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import { queryState } from '../../app/query-state.ts'
import { toDate } from '../../ui/time.tsx'

export type PhoneNumbersModel = ReturnType<typeof createPhoneNumbersModel>

interface Deps {
  readonly api: Api
  readonly address: Address
}

/** A phone number with the assistants that use it. */
export interface ListedNumber extends PhoneNumber {
  readonly answeredBy: string | undefined
  readonly calledWithBy: readonly string[]
  /** Days until it expires; negative once expired; undefined if it does not expire. */
  readonly daysLeft: number | undefined
}

/** Number of days before expiry from which on a warning is shown. */
const WARNING_DAYS = 14
const DAY = 86_400_000

/** The account's phone numbers. */
export function createPhoneNumbersModel({ api, address }: Deps, now: () => number = Date.now) {
  const numbers = signal<readonly PhoneNumber[]>()
  const assistants = signal<readonly Assistant[]>([])
  const error = signal<string>()
  const type = queryState<PhoneNumberType | ''>(address, 'type', {
    fallback: '',
    values: ['', ...PhoneNumberType.options],
    push: true,
  })
  const search = queryState<string>(address, 'q', { fallback: '' })
  /** `new`, or the id of the number being edited. */
  const edited = queryState<string>(address, 'edit', { fallback: '', push: true })

  const listed = computed(() =>
    numbers.value?.map((number) => present(number, assistants.value, now())),
  )
  const shown = computed(() =>
    (listed.value ?? []).filter(
      (number) =>
        (type.value === '' || number.type === type.value) && matches(number, search.value),
    ),
  )
  const expired = computed(() => (listed.value ?? []).filter(({ daysLeft = 0 }) => daysLeft < 0))
  const expiring = computed(() =>
    (listed.value ?? []).filter(
      ({ daysLeft }) => daysLeft !== undefined && daysLeft >= 0 && daysLeft <= WARNING_DAYS,
    ),
  )

  async function load(): Promise<void> {
    try {
      const [{ data }, all] = await Promise.all([api.listPhoneNumbers(), api.listAllAssistants()])
      assistants.value = all
      numbers.value = data
      error.value = undefined
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  async function remove(id: number): Promise<void> {
    await api.deletePhoneNumber({ params: { id } })
    numbers.value = numbers.value?.filter((number) => number.id !== id)
  }

  return { numbers, listed, shown, expired, expiring, error, type, search, edited, load, remove }
}

function present(number: PhoneNumber, assistants: readonly Assistant[], now: number): ListedNumber {
  const own = assistants.filter(({ phone_number_id }) => phone_number_id === number.id)
  const { subscription_expires_at: expiry } = number
  return {
    ...number,
    answeredBy: own.find((one) => one.type === 'inbound')?.name,
    calledWithBy: own.filter((one) => one.type === 'outbound').map(({ name }) => name),
    daysLeft: expiry === null ? undefined : Math.floor((toDate(expiry).getTime() - now) / DAY),
  }
}

function matches({ phone_number, nickname }: PhoneNumber, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  const digits = wanted.replaceAll(/\D/g, '')
  return (
    `${phone_number} ${nickname ?? ''}`.toLowerCase().includes(wanted) ||
    (digits.length > 2 && phone_number.includes(digits))
  )
}

/** Form for a new or existing phone number. */
export function createNumberFormModel(api: Api, existing?: PhoneNumber) {
  const number = signal(existing?.phone_number ?? '')
  const type = signal<PhoneNumberType>(existing?.type ?? 'normal')
  const nickname = signal(existing?.nickname ?? '')
  const canSend = signal(existing?.sms_capable ?? false)
  const until = signal(existing?.subscription_expires_at?.slice(0, 10) ?? '')
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)

  /** Saves the number; input is kept on failure. */
  async function save(): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    errors.value = {}
    failure.value = undefined
    const hasSameDay = existing?.subscription_expires_at?.startsWith(until.value) ?? false
    const body = {
      phone_number: number.value,
      type: type.value,
      nickname: nickname.value.trim() || null,
      sms_capable: canSend.value,
      subscription_expires_at: expiryOf(
        until.value,
        hasSameDay ? existing?.subscription_expires_at : null,
      ),
    }
    try {
      if (existing) await api.updatePhoneNumber({ params: { id: existing.id }, body })
      else await api.createPhoneNumber({ body })
      return true
    } catch (reason) {
      errors.value = fieldErrors(reason) ?? {}
      if (Object.keys(errors.value).length === 0) failure.value = explain(reason)
      return false
    } finally {
      busy.value = false
    }
  }

  return { existing, number, type, nickname, canSend, until, errors, failure, busy, save }
}

/** The end of the day; a more precise time set elsewhere is kept while the day is unchanged. */
function expiryOf(day: string, kept: string | null | undefined): string | null {
  if (day === '') return null
  return kept ?? `${day} 23:59:59`
}
