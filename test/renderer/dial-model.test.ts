import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Dial } from '#contracts/dial-fields.ts'
import { isPassing } from '../../renderer/app/api.ts'
import { withDial } from '../../renderer/screens/inbox/thread/apply-to-dial.ts'
import { createDialModel, modeLine } from '../../renderer/screens/inbox/thread/dial-model.ts'
import { ADA, detail, fakeServer, later, settle } from './support.ts'

const CALL = `PUT /user/conversations/${ADA}/dial`
const ANNA = { id: 7, name: 'Anna' }
const ME = 1

const stands = (changes: Partial<Dial>): Dial => ({
  mode: 'human',
  epoch: 1,
  changed_by: { id: ME, name: 'Me' },
  changed_at: new Date().toISOString(),
  ...changes,
})

const faster = (dial: Dial) =>
  Response.json({ message: 'Anna just took over.', data: dial }, { status: 409 })

function openDial(changes: Partial<ConversationDetail> = {}) {
  const server = fakeServer()
  const thread = signal<ConversationDetail>(detail([], changes))
  const model = createDialModel({
    api: server.api,
    id: ADA,
    thread: () => thread.value,
    onTurned: (dial) => {
      thread.value = withDial(thread.value, dial)
    },
    me: () => ME,
  })
  return { server, thread, model }
}

test('turning the dial shows at once, with the epoch that was seen deciding', async () => {
  const { server, thread, model } = openDial({ ai_epoch: 4 })
  const answer = later<object>()
  server.on(CALL, () => answer.promise)
  const turned = model.turn('human')
  await settle()
  expect([model.mode.value, model.isTurning.value]).toEqual(['human', true])
  expect(server.bodies(CALL)).toEqual([{ mode: 'human', epoch: 4 }])
  answer.resolve({ message: 'Dial turned successfully', data: stands({ epoch: 5 }) })
  expect(await turned).toBe(true)
  expect(thread.value).toMatchObject({ ai_mode: 'human', ai_epoch: 5, ai_enabled: false })
  expect(model.isTurning.value).toBe(false)
})

test('when a colleague was faster, the dial shows the actual setting and who set it', async () => {
  const { server, thread, model } = openDial()
  server.on(CALL, () => faster(stands({ changed_by: ANNA })))
  expect(await model.turn('approve')).toBe(false)
  expect(model.mode.value).toBe('human')
  expect(thread.value.mode_changed_by).toEqual(ANNA)
  expect(model.notice.value).toBe('Anna just took over.')
  model.dismiss()
  expect(model.notice.value).toBeUndefined()
})

test('two operators turning to the same setting: the slower one is told', async () => {
  const { server, model } = openDial()
  server.on(CALL, () => faster(stands({ changed_by: ANNA })))
  expect(await model.turn('human')).toBe(false)
  expect(model.notice.value).toBe('Anna just took over.')
})

test('the operator’s own turn is not a conflict when its response was lost', async () => {
  const { server, model } = openDial()
  server.on(CALL, () => faster(stands({})))
  expect(await model.turn('human')).toBe(true)
  expect(model.notice.value).toBeUndefined()
})

test('without a response the dial goes back and says so', async () => {
  const { model } = openDial()
  expect(await model.turn('human')).toBe(false)
  expect(model.mode.value).toBe('auto')
  expect(model.notice.value).toMatch(/Couldn’t change who answers.*Can’t reach Parley/)
})

test('two quick turns are sent in order, each with the epoch of the previous one', async () => {
  const { server, model } = openDial()
  let epoch = 0
  server.on(CALL, ({ body }) => {
    epoch += 1
    return { message: '', data: stands({ ...(body as { mode: Dial['mode'] }), epoch }) }
  })
  await Promise.all([model.turn('human'), model.turn('approve')])
  expect(server.bodies(CALL)).toEqual([
    { mode: 'human', epoch: 0 },
    { mode: 'approve', epoch: 1 },
  ])
  expect(model.mode.value).toBe('approve')
})

test('turning to the current setting sends nothing', async () => {
  const { server, model } = openDial()
  expect(await model.turn('auto')).toBe(true)
  expect(server.calls).toEqual([])
})

test('replying takes over from the assistant, and only in Auto', async () => {
  const approve = openDial({ ai_mode: 'approve', ai_enabled: false })
  await approve.model.takeOver()
  const ended = openDial({ ended_at: new Date().toISOString() })
  await ended.model.takeOver()
  expect([...approve.server.calls, ...ended.server.calls]).toEqual([])
  const auto = openDial()
  auto.server.on(CALL, { message: '', data: stands({}) })
  await auto.model.takeOver()
  expect(auto.model.mode.value).toBe('human')
})

test('a reply waits when a colleague has just taken over', async () => {
  const { server, model } = openDial()
  server.on(CALL, () => faster(stands({ changed_by: ANNA })))
  await expect(model.takeOver()).rejects.toThrow('Anna just took over.')
})

test('a reply that could not take over for want of a connection may be sent again', async () => {
  const { server, model } = openDial()
  server.on(CALL, () => Promise.reject(new TypeError('Failed to fetch')))
  const failure = await model.takeOver().catch((error: unknown) => error)
  expect(isPassing(failure)).toBe(true)
  server.on(CALL, { message: '', data: stands({}) })
  await model.takeOver()
  expect(model.mode.value).toBe('human')
})

test('an older dial state changes nothing', () => {
  const thread = detail([], { ai_epoch: 5, ai_mode: 'human', ai_enabled: false })
  expect(withDial(thread, stands({ mode: 'auto', epoch: 4 }))).toBe(thread)
})

test('a turn of the dial is one line between the messages', () => {
  expect(modeLine({ by: ANNA, data: { mode: 'human' } })).toBe('Anna took over')
  expect(modeLine({ by: null, data: { mode: 'auto' } })).toBe(
    'Someone handed over to the assistant',
  )
})
