import { afterEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createReplyModel } from '../../renderer/screens/inbox/compose/reply-model.ts'
import type { SendFile } from '../../renderer/screens/inbox/compose/upload.ts'
import { ADA, invalid, later, message, settle } from './support.ts'
import { writingParts } from './thread-parts.ts'

const POST = `POST /user/conversations/${ADA}/messages`
const TYPING = `POST /user/conversations/${ADA}/typing`

function replier(storage = memoryStorage(), send?: SendFile) {
  const { server, uploads, draftOf } = writingParts(storage, send)
  server.on(TYPING, { message: 'Noted' })
  const takeOver = vi.fn(async () => undefined)
  const onSent = vi.fn()
  const draft = draftOf('reply')
  const onResolve = vi.fn()
  const askFirst = vi.fn((_: () => void) => false)
  const model = createReplyModel({
    ...{ api: server.api, storage, conversation: ADA, draft, uploads },
    ...{ takeOver, askFirst, onSent, onResolve },
    newest: () => 1,
  })
  return { server, storage, takeOver, askFirst, onSent, onResolve, model }
}

const sent = message(2, { author: 'operator', content: 'Hello' })

afterEach(() => {
  vi.useRealTimers()
})

test('a reply shows at once and is replaced by the real message', async () => {
  const { server, model, onSent } = replier()
  const slow = later<object>()
  server.on(POST, () => slow.promise)
  model.type('Hello')
  const sending = model.send()
  expect(model.draft.text.value).toBe('')
  expect(model.outbox.value).toMatchObject([{ content: 'Hello', state: 'sending' }])
  slow.resolve({ message: 'ok', data: sent })
  await sending
  expect(model.outbox.value).toEqual([])
  expect(onSent).toHaveBeenCalledWith(sent)
})

test('taking over happens before the reply is sent', async () => {
  const { server, model, takeOver } = replier()
  server.on(POST, () => {
    expect(takeOver).toHaveBeenCalledOnce()
    return { message: 'ok', data: sent }
  })
  model.type('Hello')
  await model.send()
  expect(server.bodies(POST)).toHaveLength(1)
})

test('a reply that failed to send is retried under the same id', async () => {
  const { server, model } = replier()
  model.type('Hello')
  await model.send()
  const [entry] = model.outbox.value
  expect(entry).toMatchObject({ state: 'not-sent', content: 'Hello' })
  expect(entry?.reason).toContain('Can’t reach Parley')
  server.on(POST, { message: 'ok', data: sent })
  await model.retry(entry!.client_id)
  const ids = server.bodies(POST).map((body) => (body as { client_id: string }).client_id)
  expect(ids).toEqual([entry!.client_id, entry!.client_id])
  expect(model.outbox.value).toEqual([])
})

test('a rejected reply returns to the field with its reason', async () => {
  const { server, model } = replier()
  server.on(POST, () => invalid({ content: ['The content must be valid text.'] }))
  model.type('Hello')
  await model.send()
  expect(model.draft.text.value).toBe('Hello')
  expect(model.error.value).toBe('The content must be valid text.')
  expect(model.outbox.value).toEqual([])
})

test('a rejected reply does not overwrite newer input', async () => {
  const { server, model } = replier()
  const slow = later<object>()
  server.on(POST, () => slow.promise)
  model.type('Hello')
  const sending = model.send()
  model.type('And another thing')
  slow.resolve(invalid({ content: ['No.'] }))
  await sending
  expect(model.draft.text.value).toBe('And another thing')
  expect(model.outbox.value).toMatchObject([{ content: 'Hello', state: 'not-sent' }])
})

test('length is counted in code points, as on the server', async () => {
  const { server, model } = replier()
  server.on(POST, { message: 'ok', data: sent })
  model.type('👋'.repeat(10_001))
  await model.send()
  expect(model.error.value).toContain('10,001')
  model.type('👋'.repeat(10_000))
  await model.send()
  expect(server.bodies(POST)).toHaveLength(1)
})

test('whitespace alone is not sent', async () => {
  const { server, model } = replier()
  model.type('  \n ')
  await model.send()
  expect(server.bodies(POST)).toEqual([])
})

test('a draft and an unsent reply survive a reload', async () => {
  const { storage, model } = replier()
  model.type('Hello')
  await model.send()
  model.type('Half a thou')
  const again = replier(storage).model
  expect(again.draft.text.value).toBe('Half a thou')
  expect(again.outbox.value).toMatchObject([
    { content: 'Hello', state: 'not-sent', client_id: model.outbox.value[0]!.client_id },
  ])
})

test('corrupt stored data is ignored', () => {
  const storage = memoryStorage()
  storage.setItem(`parley.outbox.${ADA}`, '[{"content":1},null,"x"]')
  expect(replier(storage).model.outbox.value).toEqual([])
  storage.setItem(`parley.outbox.${ADA}`, '{')
  expect(replier(storage).model.outbox.value).toEqual([])
})

test('typing is reported at intervals, and its end once', async () => {
  vi.useFakeTimers()
  const { server, model } = replier()
  for (let key = 1; key < 8; key++) {
    model.type('x'.repeat(key))
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(server.bodies(TYPING)).toEqual([{ active: true }, { active: true }])
  await vi.advanceTimersByTimeAsync(6000)
  expect(server.bodies(TYPING).slice(2)).toEqual([{ active: false }])
})

test('a text with an open placeholder is not sent, and the placeholder is named', async () => {
  const { server, model } = replier()
  model.type('We ship to {{country}} and {{ city }}.')
  await model.send()
  expect(model.error.value).toBe('Fill in {{country}}, {{ city }} first.')
  expect(server.bodies(POST)).toEqual([])
})

const plan = {
  id: 7,
  name: 'plan.png',
  media_type: 'image/png',
  size: 1,
  width: 1,
  height: 1,
  url: '/attachments/x',
}

test('files are sent with the reply, and stand in for its text when there is none', async () => {
  const { server, model } = replier(memoryStorage(), () => ({
    result: Promise.resolve(plan),
    abort: vi.fn(),
  }))
  server.on(POST, { message: 'ok', data: sent })
  model.uploads.add([new File(['x'], 'plan.png')])
  await expect.poll(() => model.uploads.isReady.value).toBe(true)
  await model.send()
  expect(server.bodies(POST)).toMatchObject([{ content: 'plan.png', attachment_ids: [7] }])
  expect(model.uploads.files.value).toEqual([])
})

test('a reply waits for its uploads, and a file that is too large is never uploaded', async () => {
  const { server, model } = replier()
  model.uploads.add([new File(['x'], 'a.txt')])
  model.type('Here')
  await model.send()
  expect(model.error.value).toMatch(/^Wait for uploads/)
  expect(server.bodies(POST)).toEqual([])
  model.uploads.remove(model.uploads.files.value[0]!.id)
  expect(model.error.value).toBeUndefined()
  model.uploads.add([new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'big.txt')])
  expect(model.uploads.files.value).toMatchObject([{ state: 'failed', canRetry: false }])
})

test('replies that could not be sent are resent automatically, in order and under the same ids', async () => {
  const { server, model } = replier()
  for (const text of ['First', 'Second']) {
    model.type(text)
    await model.send()
  }
  const ids = model.outbox.value.map(({ client_id }) => client_id)
  server.on(POST, { message: 'ok', data: sent })
  const before = server.bodies(POST).length
  await model.resend()
  const bodies = server.bodies(POST).slice(before) as { client_id: string }[]
  expect(bodies.map(({ client_id }) => client_id)).toEqual(ids)
  expect(model.outbox.value).toEqual([])
})

test('a rejected reply is not resent automatically', async () => {
  const { server, model } = replier()
  const slow = later<object>()
  server.on(POST, () => slow.promise)
  model.type('Hello')
  const sending = model.send()
  model.type('Something else')
  slow.resolve(invalid({ content: ['The content must be valid text.'] }))
  await sending
  await model.resend()
  expect(server.bodies(POST)).toHaveLength(1)
})

test('an old unsent reply from an earlier page waits for the operator', async () => {
  const storage = memoryStorage()
  const entry = { client_id: crypto.randomUUID(), content: 'Hello', files: [] }
  const keep = (age: number) => {
    const created_at = new Date(Date.now() - age).toISOString()
    storage.setItem(`parley.outbox.${ADA}`, JSON.stringify([{ ...entry, created_at }]))
    const { server, model } = replier(storage)
    server.on(POST, { message: 'ok', data: sent })
    return model.resend().then(() => server.bodies(POST).length)
  }
  expect(await keep(3_600_000)).toBe(0)
  expect(await keep(60_000)).toBe(1)
})

test('the last reply resolves the conversation once it is delivered, and not if it is rejected', async () => {
  const { server, model, onResolve } = replier()
  server.on(POST, () => invalid({ content: ['No.'] }))
  model.type('Bye')
  await model.send({ isLast: true })
  expect([model.draft.text.value, onResolve.mock.calls]).toEqual(['Bye', []])
  const slow = later<object>()
  server.on(POST, () => slow.promise)
  const sending = model.send({ isLast: true })
  await settle()
  expect(onResolve).not.toHaveBeenCalled()
  slow.resolve({ message: 'ok', data: sent })
  await sending
  expect(onResolve.mock.calls).toEqual([[true]])
  model.type('And another thing')
  await model.send()
  expect(onResolve).toHaveBeenCalledOnce()
})

test('a last reply that waits for the network resolves the conversation after a reload, unless somebody wrote meanwhile', async () => {
  const storage = memoryStorage()
  const { model } = replier(storage)
  model.type('One moment')
  await model.send()
  model.type('Bye')
  await model.send({ isLast: true })
  const again = async (seqs: readonly number[]) => {
    const { server, model, onResolve } = replier(memoryCopy(storage))
    const left = [...seqs]
    server.on(POST, () => ({ message: 'ok', data: { ...sent, seq: left.shift() } }))
    await model.resend()
    return onResolve.mock.calls
  }
  expect(await again([2, 3])).toEqual([[true]])
  expect(await again([2, 4])).toEqual([[false]])
})

test('what has to be asked first is asked before a reply leaves the field', async () => {
  const { server, model, askFirst, onResolve } = replier()
  server.on(POST, { message: 'ok', data: sent })
  askFirst.mockReturnValue(true)
  model.type('Hello')
  await model.send({ isLast: true })
  expect([model.draft.text.value, server.bodies(POST)]).toEqual(['Hello', []])
  askFirst.mock.calls[0]![0]()
  await expect.poll(() => onResolve.mock.calls).toEqual([[true]])
  expect(askFirst).toHaveBeenCalledOnce()
})

/** Storage with the same entries. */
function memoryCopy(storage: ReturnType<typeof memoryStorage>) {
  const copy = memoryStorage()
  const key = `parley.outbox.${ADA}`
  copy.setItem(key, storage.getItem(key)!)
  return copy
}
