import { expect, test, vi } from 'vitest'
import { createApi } from '../../widget/api.ts'
import { createModel } from '../../widget/model.ts'
import { createShelf } from '../../widget/shelf.ts'
import { createStorage } from '../../widget/storage.ts'
import { remember, remembered, talkingChat } from './opened-chat.ts'
import { ASSISTANT, ORIGIN, scriptApi } from './scripted-api.ts'

/** The chat without its styles. */
function modelWith() {
  const storage = createStorage(ASSISTANT)
  return createModel({
    assistant: ASSISTANT,
    api: createApi(ORIGIN, () => storage.read().token),
    storage,
    shelf: createShelf(storage.key),
    onChange() {},
    attend: () => undefined,
    diagnose: async () => 'unreachable',
    onMessage() {},
  })
}

const countOf = ({ paths }: ReturnType<typeof scriptApi>, wanted: string) =>
  paths().filter((path) => path === wanted).length

test('a gap in the sequence refetches the conversation', async () => {
  const api = scriptApi()
  const { bubbles, findByText } = await talkingChat(api)
  const fetches = () => countOf(api, `GET conversations/${api.conversation}`)
  const before = fetches()
  // One that the stream lost, and the next.
  api.add({ content: 'Lost' })
  const message = api.add({ content: 'Heard' })
  api.say('message.created', { conversation_id: api.conversation, message })
  await findByText('Heard')
  expect(bubbles()).toEqual(['Welcome!', 'Hello', 'Lost', 'Heard'])
  expect(fetches()).toBe(before + 1)
})

test('a conversation the server has lost is replaced by exactly one new one, however often sending is retried', async () => {
  remember({ token: 't', conversation: 'gone' })
  const api = scriptApi()
  const missing = { status: 404, body: { message: 'Conversation not found' } }
  api.once(/^GET conversations\/gone/, missing)
  api.once(/^POST conversations\/gone/, missing)
  // The first response about the new one is lost in transit.
  api.once(/^POST conversations$/, 'nothing')
  const model = modelWith()
  await model.send('Hello', [])
  await vi.waitFor(() => expect(api.messages).toHaveLength(1), 5000)
  const opened = api.asked.filter(
    ({ path, method }) => method === 'POST' && path === 'conversations',
  )
  expect(opened.length).toBeGreaterThan(1)
  expect(new Set(opened.map(({ body }) => (body as { client_id: string }).client_id)).size).toBe(1)
  expect(remembered()).toMatchObject({ token: 't', conversation: api.conversation })
  model.pause()
})

test('a proxy’s 404 is not mistaken for the server’s, and nothing is lost', async () => {
  remember({ token: 't', conversation: 'c' })
  const api = scriptApi()
  api.once(/^POST conversations\/c\/messages/, { status: 404, body: '<html>' })
  const model = modelWith()
  await model.send('Hello', [])
  await vi.waitFor(() => expect(api.messages).toHaveLength(1), 5000)
  expect(remembered()).toMatchObject({ token: 't', conversation: 'c' })
  expect(countOf(api, 'POST conversations')).toBe(0)
  model.pause()
})

test('a visitor the server has lost becomes a new one', async () => {
  remember({ token: 'old', subject: 'u', conversation: 'c' })
  const api = scriptApi()
  api.once(/^POST conversations\/c/, { status: 401, body: { message: 'Unauthenticated.' } })
  const model = modelWith()
  await model.send('Hello', [])
  await vi.waitFor(() => expect(api.messages).toHaveLength(1), 5000)
  expect(countOf(api, 'POST session')).toBe(1)
  expect(remembered()).toMatchObject({ token: 'token-1', conversation: api.conversation })
  expect(remembered().subject).toBeUndefined()
  model.pause()
})

test('an uploaded file is not uploaded again when only its message failed', async () => {
  const api = scriptApi()
  const model = modelWith()
  api.once(/messages$/, 'nothing')
  const files = ['a', 'b'].map((name) => new File([name], `${name}.txt`, { type: 'text/plain' }))
  await model.send('Look', files)
  await vi.waitFor(() => expect(api.messages).toHaveLength(1), 5000)
  expect(api.paths().filter((path) => path.endsWith('/attachments'))).toHaveLength(2)
  expect(countOf(api, `POST conversations/${api.conversation}/messages`)).toBe(2)
  expect(api.messages[0]!.attachments!.map(({ name }) => name)).toEqual(['a.txt', 'b.txt'])
  model.pause()
})

test('a message with files only names them', async () => {
  const api = scriptApi()
  const model = modelWith()
  const files = ['a', 'b'].map((name) => new File([name], `${name}.txt`, { type: 'text/plain' }))
  await model.send('', files)
  await vi.waitFor(() => expect(api.messages).toHaveLength(1), 5000)
  expect(api.messages[0]!.content).toBe('a.txt, b.txt')
  model.pause()
})

test('a refused file is reported, and the text can be sent without it', async () => {
  const api = scriptApi()
  const model = modelWith()
  api.once(/attachments$/, { status: 422, body: { message: 'This kind of file is not taken.' } })
  await model.send('Look', [new File(['x'], 'a.txt')])
  await vi.waitFor(() =>
    expect(model.state.outbox).toMatchObject([
      { status: 'refused', reason: 'This kind of file is not taken.' },
    ]),
  )
  await model.edit(model.state.outbox[0]!.client_id)
  expect(model.state).toMatchObject({ draft: 'Look', outbox: [] })
  model.pause()
})

test('messages sent before the first has arrived open one conversation, in order', async () => {
  const api = scriptApi()
  const model = modelWith()
  await Promise.all(['one', 'two', 'three'].map((text) => model.send(text, [])))
  await vi.waitFor(() => expect(api.messages).toHaveLength(3), 5000)
  expect(api.messages.map(({ content }) => content)).toEqual(['one', 'two', 'three'])
  expect([
    countOf(api, 'POST session'),
    new Set(
      api.asked
        .filter(({ path }) => path === 'conversations')
        .map(({ body }) => (body as { client_id: string }).client_id),
    ).size,
  ]).toEqual([1, 1])
  model.pause()
})

test('a stream that reports an unknown visitor makes the browser forget them', async () => {
  const api = scriptApi()
  const { bubbles } = await talkingChat(api)
  api.say('session.closed', {})
  await vi.waitFor(() => expect(bubbles()).toEqual(['Welcome!']))
  expect(remembered().token).toBeUndefined()
})
