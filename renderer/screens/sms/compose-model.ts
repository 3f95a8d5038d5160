import { batch, computed, effect, signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import { MAX_SMS } from '#contracts/constants.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { getProviders } from '#contracts/lookups.ts'
import type { PhoneNumber } from '#contracts/phone-numbers.ts'
import { segmentsOf, shapeOf } from '#contracts/segments.ts'
import type { Sms } from '#contracts/sms.ts'
import type { Address } from '../../app/address.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import { type Keep, storedText } from '../../app/storage.ts'
import { createNumberModel } from '../records/number-model.ts'
import { replaced } from './replacements.ts'

export type ComposeModel = ReturnType<typeof createComposeModel>

/** Reason why a message was not sent, or may not have been. */
export type SendProblem =
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reference: string | undefined }
  | { readonly kind: 'twin'; readonly reference: string | undefined }

interface Deps {
  readonly api: Api
  readonly address: Address
  readonly storage: Keep
}

/** A text message being composed. */
export function createComposeModel({ api, address, storage }: Deps) {
  const given = new URLSearchParams(address.url.peek().split('?')[1])
  const numbers = signal<readonly PhoneNumber[]>()
  const from = signal<number | undefined>(Number(given.get('from')) || undefined)
  const to = createNumberModel(api)
  const keptTo = storedText(storage, 'parley.sms.to')
  const body = storedText(storage, 'parley.sms.body')
  const balance = signal<number>()
  const provider = signal<ReplyOf<typeof getProviders>['sms']>()
  const errors = signal<Readonly<Record<string, string>>>({})
  const problem = signal<SendProblem>()
  const busy = signal(false)
  const error = signal<string>()
  /** Idempotency key: retries of the same message share it; a changed message gets a new one. */
  let key = { of: '', value: '' }

  const shape = computed(() => shapeOf(body.value))
  const length = computed(() => [...body.value].length)
  const isTooLong = computed(() => length.value > MAX_SMS)
  /** Number of segments saved by replacing characters outside the GSM alphabet. */
  const saving = computed(() => shape.value.segments - segmentsOf(replaced(body.value)))
  const price = computed(() => to.quote.value?.sms_price)
  const cost = computed(() =>
    price.value == null || body.value.trim() === ''
      ? undefined
      : price.value * shape.value.segments,
  )
  const isShort = computed(
    () =>
      cost.value !== undefined && balance.value !== undefined && cost.value > balance.value + 1e-9,
  )
  const isReady = computed(
    () =>
      from.value !== undefined &&
      to.text.value.trim() !== '' &&
      body.value.trim() !== '' &&
      !isTooLong.value,
  )

  async function load(): Promise<void> {
    try {
      const [sending, me, providers] = await Promise.all([
        api.listSendingNumbers(),
        api.getMe(),
        api.getProviders(),
      ])
      numbers.value = sending
      balance.value = me.total_balance
      provider.value = providers.sms
      if (!sending.some(({ id }) => id === from.value)) from.value = sending[0]?.id
      error.value = undefined
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  function edit(text: string): void {
    body.value = text
    errors.value = {}
    problem.value = undefined
  }

  /** Sends the message; resolves to it once it is accepted. */
  async function send(force = false): Promise<Sms | undefined> {
    if (busy.value || !isReady.value) return undefined
    busy.value = true
    errors.value = {}
    problem.value = undefined
    const message = {
      from: from.value ?? 0,
      to: to.quote.value?.phone_number ?? to.text.value,
      body: body.value,
      ...(force && { force }),
    }
    try {
      const { data } = await api.sendSms({
        body: message,
        headers: { 'Idempotency-Key': keyOf(JSON.stringify(message)) },
      })
      batch(() => {
        body.value = ''
        keptTo.value = ''
      })
      return data
    } catch (failure) {
      take(failure)
      return undefined
    } finally {
      busy.value = false
    }
  }

  function keyOf(message: string): string {
    if (key.of !== message) key = { of: message, value: crypto.randomUUID() }
    return key.value
  }

  function take(failure: unknown): void {
    const fields = fieldErrors(failure)
    if (fields) {
      errors.value = fields
      if (fields['to']) to.error.value = fields['to']
      return
    }
    problem.value = problemOf(failure)
    // A failed attempt is final: sending again creates a new message.
    if (problem.value.kind !== 'unknown') key = { of: '', value: '' }
  }

  // What the address says replaces what was typed before.
  const recipient = given.get('to') ?? keptTo.value
  if (given.get('body') !== null) body.value = given.get('body')!
  if (recipient !== '') {
    to.edit(recipient)
    void to.ask()
  }
  const stopKeeping = effect(() => {
    keptTo.value = to.text.value
  })

  return {
    numbers,
    from,
    to,
    body,
    balance,
    provider,
    errors,
    error,
    problem,
    busy,
    shape,
    length,
    isTooLong,
    saving,
    price,
    cost,
    isShort,
    isReady,
    load,
    edit,
    send,
    /** Replaces characters outside the GSM alphabet where possible. */
    replace: () => edit(replaced(body.value)),
    stop(): void {
      stopKeeping()
      to.stop()
    },
  }
}

/** Result of a send from the server's answer. */
function problemOf(failure: unknown): SendProblem {
  if (!(failure instanceof ApiError)) return { kind: 'refused', reason: explain(failure) }
  const { error } = (failure.body ?? {}) as { error?: unknown }
  const reason = typeof error === 'string' ? error : explain(failure)
  const reference = /\(reference (\d+)\)/.exec(reason)?.[1]
  if (failure.status === 409 && error !== undefined) return { kind: 'twin', reference }
  if (failure.status !== 500 || error === undefined) return { kind: 'refused', reason }
  return reason.startsWith('Outcome unknown')
    ? { kind: 'unknown', reference }
    : { kind: 'failed', reason }
}
