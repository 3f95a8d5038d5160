import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import type { ConversationDetail } from '#contracts/conversations.ts'
import type { PendingChange } from '#contracts/hold-fields.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createHoldModel } from '../../renderer/screens/inbox/compose/hold-model.ts'
import { restOf, withPending } from '../../renderer/screens/inbox/thread/pending-answer.ts'
import { ADA, detail, fakeServer, message } from './support.ts'

const HOLD = `POST /user/conversations/${ADA}/hold`
const RELEASE = `POST /user/conversations/${ADA}/hold/release`
const ME = { id: 1, name: 'Ada' }

const change = (changes: Partial<PendingChange>): PendingChange => ({
  conversation_id: ADA,
  from: 0,
  text: '',
  is_writing: true,
  held_by: null,
  is_over: false,
  ...changes,
})

function openHold() {
  const server = fakeServer()
  const thread = signal<ConversationDetail>(detail([message(1)]))
  const held: boolean[] = []
  const model = createHoldModel({
    api: server.api,
    id: ADA,
    tab: ADA,
    me: () => ME.id,
    thread: () => thread.value,
    storage: memoryStorage(),
    onHolding: (isOn) => held.push(isOn),
    onPending: (pending) => {
      thread.value = { ...thread.value, pending_answer: pending }
    },
  })
  const apply = (changes: Partial<PendingChange>) => {
    const next = withPending(thread.value, change(changes))
    if (next !== 'gap') thread.value = next
    return next
  }
  return { server, thread, model, apply, held }
}

test('the rest is what the visitor does not see yet, whichever of the two events comes first', () => {
  const { thread, apply } = openHold()
  apply({ text: 'It is ' })
  apply({ from: 6, text: 'free.' })
  expect(restOf(thread.value)).toBe('It is free.')
  const answer = message(2, { author: 'assistant', status: 'streaming', content: 'It is ' })
  thread.value = { ...thread.value, messages: [...thread.value.messages, answer] }
  expect(restOf(thread.value)).toBe('free.')
  // Written anew from what the visitor sees.
  apply({ from: 6, text: 'cheap' })
  expect(restOf(thread.value)).toBe('cheap')
  expect(apply({ from: 40, text: 'lost' })).toBe('gap')
  apply({ is_over: true })
  expect([thread.value.pending_answer, restOf(thread.value)]).toEqual([null, ''])
})

test('typed text is sent in place of the rest, and is kept when the hold ends otherwise', async () => {
  const { server, model, apply, held } = openHold()
  apply({ text: 'It is free.' })
  model.type('Mine')
  expect(model.text.value).toBe('It is free.')
  server.on(HOLD, {
    message: '',
    data: { from: 0, text: 'It is free.', is_writing: true, held_by: ME },
  })
  await model.hold()
  expect([model.isMine.value, model.heldBy.value]).toEqual([true, undefined])
  model.type('It costs nothing.')
  expect(model.isEdited.value).toBe(true)
  apply({ is_over: true })
  expect(model.leftover.value).toBe('It costs nothing.')

  // It is not taken for the next answer.
  apply({ text: 'Again.', held_by: ME })
  expect([model.leftover.value, model.text.value]).toEqual(['It costs nothing.', 'Again.'])
  model.forgetLeftover()
  model.type('Nothing.')
  server.on(RELEASE, { message: '', data: null })
  await model.release()
  expect(server.bodies(RELEASE).at(-1)).toEqual({ content: 'Nothing.' })
  expect([model.pending.value, model.leftover.value, model.isEdited.value]).toEqual([
    null,
    undefined,
    false,
  ])
  expect(held).toEqual([false, true, false, true, false])
})

test('Enter pressed before the response to the hold has arrived sends the typed text after it', async () => {
  const { server, model, apply } = openHold()
  apply({ text: 'It is free.' })
  const response = Promise.withResolvers<Response>()
  server.on(HOLD, () => response.promise)
  server.on(RELEASE, { message: '', data: null })
  const hold = model.hold()
  apply({ text: 'It is free.', held_by: ME })
  model.type('Nothing.')
  const release = model.release()
  const data = { from: 0, text: 'It is free.', is_writing: false, held_by: ME }
  response.resolve(Response.json({ message: '', data }))
  await Promise.all([hold, release])
  expect(server.bodies(RELEASE)).toEqual([{ content: 'Nothing.' }])
  expect([model.pending.value, model.leftover.value]).toEqual([null, undefined])
})

test('Enter pressed while a hold is being refused sends nothing and keeps the typed text', async () => {
  const { server, model, apply } = openHold()
  apply({ text: 'It is free.' })
  const response = Promise.withResolvers<Response>()
  server.on(HOLD, () => response.promise)
  const hold = model.hold()
  apply({ text: 'It is free.', held_by: ME })
  model.type('Nothing.')
  const release = model.release()
  const headers = { 'parley-error': 'nothing_to_hold' }
  response.resolve(Response.json({ message: 'Over.' }, { status: 409, headers }))
  await Promise.all([hold, release])
  expect(server.bodies(RELEASE)).toEqual([])
  expect(model.leftover.value).toBe('Nothing.')
})

test('an answer that turns out to be over leaves the screen', async () => {
  const { server, model, apply } = openHold()
  apply({ text: 'It is free.' })
  server.on(HOLD, () =>
    Response.json(
      { message: 'The answer has ended.' },
      { status: 409, headers: { 'parley-error': 'nothing_to_hold' } },
    ),
  )
  await model.hold()
  expect(model.notice.value).toMatch(/^Too late/)
  expect(model.pending.value).toBeNull()
})

test('a second operator sees who holds it', () => {
  const { model, apply } = openHold()
  apply({ text: 'It is', held_by: { id: 2, name: 'Bob' } })
  expect([model.isMine.value, model.heldBy.value]).toEqual([false, 'Bob'])
})
