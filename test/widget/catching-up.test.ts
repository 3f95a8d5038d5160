import { expect, test, vi } from 'vitest'
import { createApi } from '../../widget/api.ts'
import { createModel } from '../../widget/model.ts'
import { createShelf } from '../../widget/shelf.ts'
import { createStorage } from '../../widget/storage.ts'
import { remember, remembered, talkingChat } from './opened-chat.ts'
import { ASSISTANT, ORIGIN, scriptApi } from './scripted-api.ts'

/** The chat without its styles. */
function modelWith(shelf = createShelf(`parley:${ASSISTANT}`)) {
  const storage = createStorage(ASSISTANT)
  return createModel({
    assistant: ASSISTANT,
    api: createApi(ORIGIN, () => storage.read().token),
    storage,
    shelf,
    onChange() {},
    attend: () => undefined,
    diagnose: async () => 'unreachable',
    onMessage() {},
  })
}

test('messages that were missed and could not be fetched are fetched on the next ping', async () => {
  const api = scriptApi()
  const { bubbles, findByText } = await talkingChat(api)
  api.once(/^GET conversations\//, 'nothing')
  api.add({ content: 'Lost' })
  const message = api.add({ content: 'Heard' })
  api.say('message.created', { conversation_id: api.conversation, message })
  api.say('ping', {})
  await findByText('Heard')
  expect(bubbles()).toEqual(['Welcome!', 'Hello', 'Lost', 'Heard'])
})

test('a tab fetches what the leader had seen before it started broadcasting', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => {}) } })
  const api = scriptApi()
  api.add({ content: 'Known' })
  remember({ token: 'of-a-visitor', conversation: api.conversation })
  const model = modelWith()
  model.resume()
  await vi.waitFor(() => expect(model.state.conversation?.messages).toHaveLength(1))
  api.add({ content: 'Told to nobody' })
  const leader = new BroadcastChannel(`parley:${ASSISTANT}:isitor`)
  leader.postMessage({ isUp: true, last: 1000 })
  await vi.waitFor(() => expect(model.state.conversation?.messages).toHaveLength(2))
  leader.close()
  model.pause()
})

test('two tabs that ask for an identity at the same time become the same visitor', async () => {
  const api = scriptApi()
  const { fetch: ask } = globalThis
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = await ask(url, init)
    if (url.endsWith('/session')) remember({ ...remembered(), token: 'of-the-other-tab' })
    return answer
  })
  const model = modelWith()
  await model.send('Hello', [])
  await vi.waitFor(() => expect(api.messages).toHaveLength(1))
  const sent = api.asked.find(({ path }) => path.endsWith('messages'))
  expect(sent?.token).toBe('Bearer of-the-other-tab')
  model.pause()
})

test('a queued first message that its browser has no other record of is shown, and the next one joins its conversation', async () => {
  const api = scriptApi()
  const shelf = createShelf(`parley:${ASSISTANT}`)
  const opening = '0198c5a4-0000-7000-8000-0000000000d1'
  const first = { client_id: 'first', content: 'Hello', created_at: '', status: 'sending' } as const
  await shelf.put({ ...first, opening })
  const model = modelWith(shelf)
  await model.tools.outbox.refresh()
  await model.send('And one more', [])
  await vi.waitFor(() => expect(api.messages).toHaveLength(2))
  const opened = api.asked.filter(({ path }) => path === 'conversations')
  expect(opened.map(({ body }) => body)).toEqual([{ client_id: opening, variables: {} }])
  expect(remembered().conversation).toBe(api.conversation)
  model.pause()
})

test('a queued message is shown even when its browser has no other record of it', async () => {
  const api = scriptApi()
  const shelf = createShelf(`parley:${ASSISTANT}`)
  const first = { client_id: 'first', content: 'Hello', created_at: '', status: 'sending' } as const
  await shelf.put({ ...first, opening: '0198c5a4-0000-7000-8000-0000000000d1' })
  const model = modelWith(shelf)
  model.resume()
  await vi.waitFor(() => expect(api.messages).toHaveLength(1))
  expect(remembered().conversation).toBe(api.conversation)
  model.pause()
})
