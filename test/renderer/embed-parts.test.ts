import { expect, test } from 'vitest'
import {
  changedField,
  type FieldDraft,
  NEW_FIELD,
  nameOf,
} from '../../renderer/screens/embed/form-fields.ts'
import { availabilityAt, faultOf, USUAL_HOURS } from '../../renderer/screens/embed/hours.ts'
import { createIdentityModel } from '../../renderer/screens/embed/identity-model.ts'
import { moved } from '../../renderer/ui/use-reorder.ts'
import { fakeServer } from './support.ts'

test.each([
  ['Company size', 'company_size'],
  ['  Größe & Maße? ', 'groesse_masse'],
  ['Číslo objednávky', 'cislo_objednavky'],
  ['注文番号', 'field'],
])('the variable of “%s” is %s', (label, name) => {
  expect(nameOf(label)).toBe(name)
})

test('a variable name is unique, follows the label of a new question, and stays once edited', () => {
  let fields: readonly FieldDraft[] = [
    { ...NEW_FIELD, name: 'topic', isNamedByLabel: false },
    NEW_FIELD,
  ]
  fields = changedField(fields, 1, { label: 'Topic' })
  expect(fields[1]?.name).toBe('topic_2')
  fields = changedField(fields, 1, { label: 'Topics' })
  expect(fields[1]?.name).toBe('topics')
  fields = changedField(fields, 1, { name: 'what' })
  fields = changedField(fields, 1, { label: 'What else?' })
  expect(fields[1]).toMatchObject({ label: 'What else?', name: 'what' })
  expect(changedField(fields, 0, { label: 'Anything' })[0]?.name).toBe('topic')
})

test('a row can move, and the others keep their order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
})

// 2026-11-21 is a Saturday.
test.each([
  ['2026-11-20T08:30:00Z', 'UTC', false, { day: 4, time: '09:00', isToday: true }],
  ['2026-11-20T09:00:00Z', 'UTC', true, { day: 4, time: '17:00', isToday: true }],
  ['2026-11-20T17:00:00Z', 'UTC', false, { day: 0, time: '09:00', isToday: false }],
  ['2026-11-20T23:30:00Z', 'Asia/Tokyo', false, { day: 0, time: '09:00', isToday: false }],
  ['2026-11-20T00:30:00Z', 'Asia/Tokyo', true, { day: 4, time: '17:00', isToday: true }],
])('default hours at %s in %s', (moment, timezone, isOpen, until) => {
  expect(availabilityAt(USUAL_HOURS, timezone, new Date(moment))).toEqual({ isOpen, until })
})

test('a night continues past midnight, a full week never closes, and an empty one never opens', () => {
  const friday = new Date('2026-11-20T23:00:00Z')
  const night = USUAL_HOURS.map((_, day) =>
    day === 4 ? ([['22:00', '24:00']] as const) : day === 5 ? ([['00:00', '06:00']] as const) : [],
  )
  expect(availabilityAt(night, 'UTC', friday)).toEqual({
    isOpen: true,
    until: { day: 5, time: '06:00', isToday: false },
  })
  const evening = USUAL_HOURS.map((_, day) => (day === 4 ? ([['22:00', '24:00']] as const) : []))
  expect(availabilityAt(evening, 'UTC', friday).until).toEqual({
    day: 4,
    time: '00:00',
    isToday: true,
  })
  const always = USUAL_HOURS.map(() => [['00:00', '24:00']] as const)
  expect(availabilityAt(always, 'UTC', friday)).toEqual({ isOpen: true, until: undefined })
  const never = USUAL_HOURS.map(() => [])
  expect(availabilityAt(never, 'UTC', friday)).toEqual({ isOpen: false, until: undefined })
})

test.each([
  [
    [
      ['09:00', '12:00'],
      ['12:00', '17:00'],
    ],
    undefined,
  ],
  [[['22:00', '24:00']], undefined],
  [[['', '17:00']], 'time'],
  [[['22:00', '06:00']], 'order'],
  [
    [
      ['13:00', '17:00'],
      ['09:00', '13:30'],
    ],
    'overlap',
  ],
] as const)('the times %j are invalid: %s', (times, fault) => {
  expect(faultOf(times)).toBe(fault)
})

test('the secret is fetched only on request, can be hidden, and is replaced when rotated', async () => {
  const server = fakeServer()
  const secret = { secret: 'pids_one', previous_valid_until: null }
  server.on('GET /user/assistant/5/identity-secret', secret)
  const model = createIdentityModel(server.api, 5)
  expect(server.calls).toEqual([])
  await model.show()
  expect(model.secret.value).toEqual(secret)

  await expect(model.rotate()).rejects.toThrow()
  expect(model.secret.value).toEqual(secret)
  const next = { secret: 'pids_two', previous_valid_until: '2026-11-22T12:00:00.000Z' }
  server.on('POST /user/assistant/5/identity-secret/rotate', next)
  await model.rotate()
  expect(model.secret.value).toEqual(next)
  model.hide()
  expect(model.secret.value).toBeUndefined()
})
