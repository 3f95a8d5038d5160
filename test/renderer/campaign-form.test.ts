import { expect, test } from 'vitest'
import type { Api } from '../../renderer/app/api.ts'
import { createCampaignFormModel } from '../../renderer/screens/campaigns/form/model.ts'

const NOW = Date.parse('2026-03-27T12:00:00Z')

/** A form over an API with one outbound assistant, and the requests it sends. */
async function filledForm() {
  const sent: unknown[] = []
  const assistants = [
    { id: 1, type: 'inbound', name: 'Desk', timezone: 'UTC' },
    { id: 2, type: 'outbound', name: 'Outreach', timezone: 'Europe/Berlin' },
  ]
  const post_call_schema = [
    { name: 'booked', type: 'bool', description: 'An appointment' },
    { name: 'reason', type: 'string', description: 'Its reason' },
  ]
  const api = {
    listAllAssistants: () => Promise.resolve(assistants),
    listAssignableNumbers: () => Promise.resolve([]),
    getAssistant: () => Promise.resolve({ post_call_schema }),
    createCampaign: ({ body }: { body: unknown }) => {
      sent.push(body)
      return Promise.resolve({ data: { id: 7 } })
    },
  } as unknown as Api
  const model = createCampaignFormModel(api, undefined, () => NOW)
  await model.load()
  return { model, sent }
}

test('a new campaign starts with an assistant that can call, its time zone and its goals', async () => {
  const { model } = await filledForm()
  expect(model.assistants.value?.map(({ name }) => name)).toEqual(['Outreach'])
  expect(model.values.value).toMatchObject({ assistantId: '2', timezone: 'Europe/Berlin' })
  expect(model.goals.value).toEqual(['booked'])
})

test('the preview follows the hours as they are edited, across a daylight-saving change', async () => {
  const { model } = await filledForm()
  model.edit({ start: '09:00', end: '09:59', days: ['saturday', 'sunday'] })
  const begins = model.windows.value?.slice(0, 2).map(({ from }) => new Date(from).toISOString())
  expect(begins).toEqual(['2026-03-28T08:00:00.000Z', '2026-03-29T07:00:00.000Z'])
  model.edit({ days: [] })
  expect(model.windows.value).toBeUndefined()
})

test('the saved values match the form, with days in week order', async () => {
  const { model, sent } = await filledForm()
  model.edit({ name: 'Spring', days: ['sunday', 'monday'], goal: 'booked', retryGoal: true })
  expect(await model.save()).toBe(7)
  expect(sent).toMatchObject([
    {
      name: 'Spring',
      assistant_id: 2,
      allowed_days: ['monday', 'sunday'],
      max_retries: 3,
      retry_on_goal_incomplete: true,
      goal_completion_variable: 'booked',
    },
  ])
})
