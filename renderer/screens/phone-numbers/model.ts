import { computed, signal } from '@preact/signals'
import type { Assistant } from '#contracts/assistants.ts'
import { PhoneNumberType } from '#contracts/enums.ts'
import type { ListedNumber as Stored } from '#contracts/phone-numbers.ts'
import type { ListedTrunk } from '#contracts/sip-trunks.ts'
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
export interface ListedNumber extends Stored {
  readonly answeredBy: string | undefined
  readonly calledWithBy: readonly string[]
  /** Days until it expires; negative once expired; undefined if it does not expire. */
  readonly daysLeft: number | undefined
  /** True if it is renewed each month. */
  readonly isBought: boolean
  /** True if its month could not be paid. */
  readonly isUnpaid: boolean
}

/** Number of days before expiry from which on a warning is shown. */
const WARNING_DAYS = 14
const DAY = 86_400_000

/** The account's phone numbers. */
export function createPhoneNumbersModel({ api, address }: Deps, now: () => number = Date.now) {
  const numbers = signal<readonly Stored[]>()
  const trunks = signal<readonly ListedTrunk[]>([])
  const assistants = signal<readonly Assistant[]>([])
  const error = signal<string>()
  const type = queryState<PhoneNumberType | ''>(address, 'type', {
    fallback: '',
    values: ['', ...PhoneNumberType.options],
    push: true,
  })
  const search = queryState<string>(address, 'q', { fallback: '' })
  const view = queryState<'numbers' | 'trunks'>(address, 'view', {
    fallback: 'numbers',
    values: ['numbers', 'trunks'],
    push: true,
  })
  /** `new`, `buy` or `trunk` for a number to be added, or the id of the number being edited. */
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
  const expired = computed(() =>
    (listed.value ?? []).filter(({ daysLeft = 0, isBought }) => daysLeft < 0 && !isBought),
  )
  const unpaid = computed(() => (listed.value ?? []).filter(({ isUnpaid }) => isUnpaid))
  const expiring = computed(() =>
    (listed.value ?? []).filter(
      ({ daysLeft, isBought }) =>
        daysLeft !== undefined && daysLeft >= 0 && daysLeft <= WARNING_DAYS && !isBought,
    ),
  )

  async function load(): Promise<void> {
    try {
      const [{ data }, all, { data: own }] = await Promise.all([
        api.listPhoneNumbers({ query: { include: 'price' } }),
        api.listAllAssistants(),
        api.listSipTrunks(),
      ])
      assistants.value = all
      trunks.value = own
      numbers.value = data
      error.value = undefined
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  async function remove(id: number): Promise<void> {
    await api.deletePhoneNumber({ params: { id } })
    numbers.value = numbers.value?.filter((number) => number.id !== id)
    trunks.value = trunks.value.filter((trunk) => trunk.id !== id)
  }

  /** Schedules the release of a bought number; one that is unpaid goes at once. */
  async function release(id: number): Promise<void> {
    await api.deletePhoneNumber({ params: { id } })
    await load()
  }

  /** Takes a scheduled release back. */
  async function keep(id: number): Promise<void> {
    await api.keepPhoneNumber({ params: { id } })
    await load()
  }

  return {
    numbers,
    trunks,
    listed,
    shown,
    expired,
    expiring,
    unpaid,
    error,
    type,
    search,
    view,
    edited,
    load,
    remove,
    release,
    keep,
  }
}

function present(number: Stored, assistants: readonly Assistant[], now: number): ListedNumber {
  const own = assistants.filter(({ phone_number_id }) => phone_number_id === number.id)
  const { subscription_expires_at: expiry, monthly_price: price } = number
  const isBought = price !== null && price !== undefined
  return {
    ...number,
    answeredBy: own.find((one) => one.type === 'inbound')?.name,
    calledWithBy: own.filter((one) => one.type === 'outbound').map(({ name }) => name),
    daysLeft: expiry === null ? undefined : Math.floor((toDate(expiry).getTime() - now) / DAY),
    isBought,
    isUnpaid: isBought && !number.has_active_subscription,
  }
}

function matches({ phone_number, nickname }: Stored, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  const digits = wanted.replaceAll(/\D/g, '')
  return (
    `${phone_number} ${nickname ?? ''}`.toLowerCase().includes(wanted) ||
    (digits.length > 2 && phone_number.includes(digits))
  )
}

/** Form for a new or existing phone number. */
export function createNumberFormModel(api: Api, existing?: Stored) {
  /** The carrier decides everything else about a bought number. */
  const isBought = typeof existing?.monthly_price === 'number'
  const number = signal(existing?.phone_number ?? '')
  const type = signal<PhoneNumberType>(existing?.type ?? 'normal')
  const nickname = signal(existing?.nickname ?? '')
  const canSend = signal(existing?.sms_capable ?? false)
  const until = signal(existing?.subscription_expires_at?.slice(0, 10) ?? '')
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)

  function send(): Promise<unknown> {
    const ofAll = { nickname: nickname.value.trim() || null }
    if (existing && isBought)
      return api.updatePhoneNumber({ params: { id: existing.id }, body: ofAll })
    const hasSameDay = existing?.subscription_expires_at?.startsWith(until.value) ?? false
    const body = {
      ...ofAll,
      phone_number: number.value,
      type: type.value,
      sms_capable: canSend.value,
      subscription_expires_at: expiryOf(
        until.value,
        hasSameDay ? existing?.subscription_expires_at : null,
      ),
    }
    return existing
      ? api.updatePhoneNumber({ params: { id: existing.id }, body })
      : api.createPhoneNumber({ body })
  }

  /** Saves the number; input is kept on failure. */
  async function save(): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      await send()
      return true
    } catch (reason) {
      errors.value = fieldErrors(reason) ?? {}
      if (Object.keys(errors.value).length === 0) failure.value = explain(reason)
      return false
    } finally {
      busy.value = false
    }
  }

  return { existing, isBought, number, type, nickname, canSend, until, errors, failure, busy, save }
}

/** The end of the day; a more precise time set elsewhere is kept while the day is unchanged. */
function expiryOf(day: string, kept: string | null | undefined): string | null {
  if (day === '') return null
  return kept ?? `${day} 23:59:59`
}
