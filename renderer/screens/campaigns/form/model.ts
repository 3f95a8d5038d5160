import { computed, signal } from '@preact/signals'
import type { Assistant } from '#contracts/assistants.ts'
import {
  type CallingHours,
  callingWindows,
  minuteOf,
  WEEKDAYS,
  type Weekday,
} from '#contracts/calling-hours.ts'
import type { Campaign } from '#contracts/campaigns.ts'
import type { AssignableNumber } from '#contracts/phone-numbers.ts'
import { type Api, explain, fieldErrors } from '../../../app/api.ts'

export type CampaignFormModel = ReturnType<typeof createCampaignFormModel>

/** A campaign as it is being edited. Numbers are text, as in their inputs. */
export interface Values {
  readonly name: string
  readonly assistantId: string
  readonly timezone: string
  readonly parallel: string
  readonly start: string
  readonly end: string
  readonly days: readonly Weekday[]
  readonly retries: string
  readonly interval: string
  readonly retryVoicemail: boolean
  readonly retryGoal: boolean
  readonly goal: string
  readonly completes: boolean
  readonly numberIds: readonly number[]
}

const NEW: Values = {
  name: '',
  assistantId: '',
  timezone: '',
  parallel: '3',
  start: '09:00',
  end: '17:59',
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  retries: '3',
  interval: '60',
  retryVoicemail: false,
  retryGoal: false,
  goal: '',
  completes: true,
  numberIds: [],
}

/** Windows that the preview shows. */
const PREVIEWED = 5

/** The form of a new or existing campaign. */
export function createCampaignFormModel(
  api: Api,
  id: number | undefined,
  now: () => number = Date.now,
) {
  const values = signal<Values>(NEW)
  const assistants = signal<readonly Assistant[]>()
  const numbers = signal<readonly AssignableNumber[]>([])
  const goals = signal<readonly string[]>([])
  const stored = signal<Campaign>()
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const loadError = signal<string>()
  const busy = signal(false)

  const hours = computed(() => hoursOf(values.value))
  /** The next times at which the campaign would call, by its own clock. */
  const windows = computed(() =>
    hours.value ? callingWindows(hours.value, now(), PREVIEWED) : undefined,
  )

  async function load(): Promise<void> {
    try {
      const [all, assignable, campaign] = await Promise.all([
        api.listAllAssistants(),
        api.listAssignableNumbers({ query: { type: 'outbound' } }),
        id === undefined ? undefined : api.getCampaign({ params: { id } }),
      ])
      const outbound = all.filter(({ type }) => type === 'outbound')
      numbers.value = assignable
      stored.value = campaign
      if (campaign) values.value = valuesOf(campaign)
      else if (outbound[0]) choose(outbound[0])
      assistants.value = outbound
      await readGoals()
      loadError.value = undefined
    } catch (reason) {
      loadError.value = explain(reason)
    }
  }

  function choose({ id, timezone }: Pick<Assistant, 'id' | 'timezone'>): void {
    values.value = { ...values.value, assistantId: String(id), timezone }
  }

  /** Names of the yes-or-no variables that the assistant reads from its calls. */
  async function readGoals(): Promise<void> {
    const assistantId = Number(values.value.assistantId)
    if (!assistantId) return
    const { post_call_schema } = await api.getAssistant({ params: { id: assistantId } })
    goals.value = post_call_schema.filter(({ type }) => type === 'bool').map(({ name }) => name)
  }

  function edit(change: Partial<Values>): void {
    values.value = { ...values.value, ...change }
    const assistant = assistants.value?.find(({ id }) => String(id) === change.assistantId)
    if (!assistant) return
    choose(assistant)
    void readGoals().catch(() => undefined)
  }

  /** Saves the campaign; resolves to its id, and to undefined when it was refused. */
  async function save(): Promise<number | undefined> {
    if (busy.value) return undefined
    busy.value = true
    errors.value = {}
    failure.value = undefined
    const body = bodyOf(values.value)
    try {
      const { data } =
        id === undefined
          ? await api.createCampaign({ body })
          : await api.updateCampaign({ params: { id }, body })
      return data.id
    } catch (reason) {
      errors.value = fieldErrors(reason) ?? {}
      if (Object.keys(errors.value).length === 0) failure.value = explain(reason)
      return undefined
    } finally {
      busy.value = false
    }
  }

  return {
    values,
    assistants,
    numbers,
    goals,
    stored,
    errors,
    failure,
    loadError,
    busy,
    hours,
    windows,
    load,
    edit,
    save,
  }
}

const TIME = /^\d{2}:\d{2}$/

/** Hours that can be previewed; undefined while they are incomplete. */
function hoursOf({ timezone, start, end, days }: Values): CallingHours | undefined {
  if (timezone === '' || days.length === 0 || start === end) return undefined
  if (!TIME.test(start) || !TIME.test(end)) return undefined
  return { timezone, start: minuteOf(start), end: minuteOf(end), days }
}

const bodyOf = (values: Values) => ({
  name: values.name,
  assistant_id: Number(values.assistantId),
  timezone: values.timezone || null,
  max_calls_in_parallel: Number(values.parallel),
  allowed_hours_start_time: values.start,
  allowed_hours_end_time: values.end,
  allowed_days: WEEKDAYS.filter((day) => values.days.includes(day)),
  max_retries: Number(values.retries),
  retry_interval: Number(values.interval),
  retry_on_voicemail: values.retryVoicemail,
  retry_on_goal_incomplete: values.retryGoal,
  goal_completion_variable: values.goal || null,
  mark_complete_when_no_leads: values.completes,
  phone_number_ids: [...values.numberIds],
})

const valuesOf = (campaign: Campaign): Values => ({
  name: campaign.name,
  assistantId: String(campaign.assistant_id),
  timezone: campaign.timezone,
  parallel: String(campaign.max_calls_in_parallel),
  start: campaign.allowed_hours_start_time.slice(0, 5),
  end: campaign.allowed_hours_end_time.slice(0, 5),
  days: campaign.allowed_days,
  retries: String(campaign.max_retries),
  interval: String(campaign.retry_interval),
  retryVoicemail: campaign.retry_on_voicemail,
  retryGoal: campaign.retry_on_goal_incomplete,
  goal: campaign.goal_completion_variable ?? '',
  completes: campaign.mark_complete_when_no_leads,
  numberIds: campaign.phone_number_ids,
})
