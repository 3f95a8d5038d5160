import { expect, test } from 'vitest'
import type { Rule } from '#contracts/rule-fields.ts'
import {
  actionsOf,
  bodyOf,
  conditionsOf,
  draftOf,
  missingActions,
  withAction,
  withCondition,
  withEvent,
} from '../../renderer/screens/settings/rules/draft.ts'
import { createRulesModel } from '../../renderer/screens/settings/rules/model.ts'
import { sentenceOf } from '../../renderer/screens/settings/rules/sentence.ts'
import { at, fakeLive, fakeServer, invalid, settle } from './support.ts'

const names = {
  assistant: () => 'Mira',
  label: (id: number) => ({ 1: 'Sales', 2: 'Urgent' })[id],
  person: (id: number) => (id === 5 ? 'Lena' : undefined),
  team: () => undefined,
}

const rule = (changes: Partial<Rule> = {}): Rule => ({
  id: 1,
  name: 'Pricing',
  is_on: true,
  event: 'message',
  minutes: null,
  conditions: { page: { is_not: false, values: ['/pricing'] } },
  actions: { label_ids: [1], assign: { to: 'least_busy', operator_ids: [] } },
  is_last: false,
  runs: 0,
  last_run_at: null,
  updated_at: at(1),
  ...changes,
})

test('a rule reads as a sentence', () => {
  expect(sentenceOf(rule(), names)).toBe(
    'When a visitor writes and the page contains /pricing, label Sales and assign to the least busy person.',
  )
  const late = rule({
    event: 'unanswered',
    minutes: 10,
    conditions: {},
    actions: { notify: { operator_ids: [5, 9] }, mode: 'human' },
  })
  expect(sentenceOf(late, names)).toBe(
    'When nobody has replied for 10 minutes, let a person answer and notify Lena and something deleted.',
  )
  const odd = rule({
    conditions: {
      contact: { is_not: true, field: 'email', values: [] },
      text: { is_not: false, values: ['refund', 'money'] },
      office_hours: 'outside',
    },
    actions: {},
  })
  expect(sentenceOf(odd, names)).toBe(
    'When a visitor writes and the message contains “refund” or “money”, it is outside office hours, and Email is unknown, do nothing.',
  )
})

test('another event drops what it does not have', () => {
  const draft = withAction(withAction(withCondition(draftOf(), 'text'), 'reply'), 'notify')
  expect(conditionsOf(withEvent(draft, 'created'))).toEqual([])
  const ended = withEvent(draft, 'ended')
  expect(actionsOf(ended)).toEqual(['notify'])
  expect(missingActions(ended)).toEqual(['label', 'assign', 'webhook'])
  expect(bodyOf(draft).minutes).toBeUndefined()
  expect(bodyOf(withEvent(draft, 'unanswered')).minutes).toBe(10)
})

test('rules follow the stream, a refused order is taken back, and a deleted one returns to its place', async () => {
  const server = fakeServer()
  const live = fakeLive()
  const [first, second] = [rule(), rule({ id: 2, name: 'Second' })]
  server.on('GET /user/rules', { data: [first, second] })
  server.on('GET /user/inbox/labels', { data: [] })
  server.on('GET /user/rule-runs', { data: [], before: null })
  const team = { people: { value: [] }, nameOf: () => undefined }
  const model = createRulesModel({ api: server.api, live, team } as never)
  await settle()
  const shown = () => model.rules.value?.map(({ name }) => name)
  expect(shown()).toEqual(['Pricing', 'Second'])
  server.on('POST /user/rules/order', () => invalid({ ids: ['The selected ids are invalid.'] }))
  expect(await model.sort([second, first])).toBeDefined()
  expect(shown()).toEqual(['Pricing', 'Second'])
  live.emit({
    type: 'rule.ran',
    id: 9,
    data: {
      id: 1,
      rule: { id: 2, name: 'Second' },
      conversation_id: '0199c0de-0000-7000-8000-00000000ada0',
      visitor_name: null,
      event: 'message',
      actions: [],
      created_at: at(3),
    },
  })
  expect([model.rules.value?.[1]?.runs, model.log.runs.value?.length]).toEqual([1, 1])
  server.on('DELETE /user/rules/1', { message: 'Rule deleted successfully' })
  server.on('POST /user/rules', { message: 'Rule created successfully', data: rule({ id: 3 }) })
  const undo = await model.remove(first)
  expect(shown()).toEqual(['Second'])
  await undo()
  expect(shown()).toEqual(['Pricing', 'Second'])
  expect(server.bodies('POST /user/rules')).toMatchObject([{ name: 'Pricing', position: 0 }])
  model.stop()
})
