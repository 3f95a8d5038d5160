import { computed, signal } from '@preact/signals'
import type { FiledAssistant } from '#contracts/assistants.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { getProviders } from '#contracts/lookups.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import { createNumberModel, type NumberModel } from '../records/number-model.ts'

/** Direction of a call; an inbound one is only possible in the Sandbox. */
export type Way = 'outbound' | 'inbound' | 'web'

export type PlaceModel = ReturnType<typeof createPlaceModel>

/** A variable as entered. */
export interface Variable {
  readonly name: string
  readonly value: string
}

/** Values by name; rows without a name are left out. */
const named = (variables: readonly Variable[]) =>
  Object.fromEntries(
    variables
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value }) => [name.trim(), value]),
  )

/** Reports whether an assistant may take part: a new one may call, but only an active one can be called. */
const maySpeak = ({ status, switched_off }: FiledAssistant, way: Way): boolean =>
  way === 'outbound' ? switched_off !== true : status === 'active'

/** A call to be placed. The idempotency key belongs to the form, so that a double click places one call. */
export function createPlaceModel(api: Api, number: NumberModel = createNumberModel(api)) {
  const key = crypto.randomUUID()
  const assistants = signal<readonly FiledAssistant[]>()
  const assistantId = signal<number>()
  const balance = signal<number>()
  const voice = signal<ReplyOf<typeof getProviders>['voice']>()
  const way = signal<Way>('outbound')
  const variables = signal<readonly Variable[]>([])
  const busy = signal(false)
  const error = signal<string>()
  const assistantError = signal<string>()

  const assistant = computed(() => assistants.value?.find(({ id }) => id === assistantId.value))
  /** True if the chosen assistant takes no part in such a call until it is activated. */
  const isBlocked = computed(
    () => assistant.value !== undefined && !maySpeak(assistant.value, way.value),
  )
  /** True if a telephone will ring; everything else is a simulation. */
  const isReal = computed(() => {
    const number = assistant.value?.phone_number_id ?? undefined
    const calling = voice.value?.phone_number_ids ?? []
    return way.value === 'outbound' && number !== undefined && calling.includes(number)
  })
  const price = computed(() => number.quote.value?.call_price)
  /** Maximum billed length of the call, started minutes. */
  const minutes = computed(() => Math.max(1, Math.ceil((assistant.value?.max_duration ?? 0) / 60)))
  const hold = computed(() =>
    price.value == null || !assistant.value || way.value !== 'outbound'
      ? undefined
      : minutes.value * price.value,
  )
  /** Inbound callers may withhold their number, and web calls have none. */
  const isReady = computed(
    () =>
      assistantId.value !== undefined &&
      !isBlocked.value &&
      (way.value !== 'outbound' || number.text.value.trim() !== ''),
  )
  const isShort = computed(
    () =>
      hold.value !== undefined && balance.value !== undefined && hold.value > balance.value + 1e-9,
  )

  async function load(): Promise<void> {
    try {
      const [all, me, providers] = await Promise.all([
        api.listAllAssistants({ query: { include: 'switched_off' } }),
        api.getMe(),
        api.getProviders(),
      ])
      assistants.value = all
      balance.value = me.total_balance
      voice.value = providers.voice
      const first = all.find((one) => maySpeak(one, way.value)) ?? all[0]
      if (first && assistantId.value === undefined) choose(first.id)
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  function choose(id: number): void {
    assistantId.value = id
    assistantError.value = undefined
    const known = assistants.value?.find((one) => one.id === id)?.variables ?? {}
    const typed = new Map(variables.value.map(({ name, value }) => [name, value]))
    variables.value = Object.entries(known).map(([name, value]) => ({
      name,
      value: typed.get(name) ?? String(value ?? ''),
    }))
  }

  /** Activates the chosen assistant. */
  async function activate(): Promise<void> {
    const id = assistantId.value
    if (busy.value || id === undefined) return
    busy.value = true
    error.value = undefined
    try {
      const { data } = await api.activateAssistant({ params: { id } })
      assistants.value = assistants.value?.map((one) =>
        one.id === id ? { ...one, status: data.status, switched_off: false } : one,
      )
    } catch (failure) {
      error.value = explain(failure)
    } finally {
      busy.value = false
    }
  }

  /** Places the call; resolves to its id, or undefined on failure. */
  async function place(): Promise<number | undefined> {
    if (busy.value) return undefined
    busy.value = true
    error.value = undefined
    try {
      const { call_id } = await request()
      return call_id
    } catch (failure) {
      const fields = fieldErrors(failure) ?? {}
      assistantError.value = fields['assistant_id']
      if (fields['phone_number']) number.error.value = fields['phone_number']
      else if (!fields['assistant_id']) error.value = explain(failure)
      return undefined
    } finally {
      busy.value = false
    }
  }

  function request() {
    const assistant_id = assistantId.value ?? 0
    const phone_number = number.quote.value?.phone_number ?? number.text.value.replaceAll(' ', '')
    const given = named(variables.value)
    if (way.value === 'outbound') {
      return api.makeCall({
        headers: { 'Idempotency-Key': key },
        body: { assistant_id, phone_number, variables: given },
      })
    }
    return api.simulateCall({
      body: {
        assistant_id,
        type: way.value,
        ...(way.value === 'inbound' && phone_number !== '' && { phone_number }),
        variables: given,
      },
    })
  }

  return {
    number,
    way,
    assistants,
    assistant,
    assistantId,
    assistantError,
    balance,
    voice,
    variables,
    price,
    minutes,
    hold,
    isShort,
    isReal,
    isReady,
    isBlocked,
    busy,
    error,
    load,
    choose,
    activate,
    place,
    stop: number.stop,
  }
}
