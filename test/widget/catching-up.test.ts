import { expect, test, vi } from 'vitest'
import { createApi } from '../../widget/api.ts'
import { createModel } from '../../widget/model.ts'
import { createShelf } from '../../widget/shelf.ts'
import { createStorage } from '../../widget/storage.ts'
import { remember, remembered, talkingChat } from './opened-chat.ts'
import { ASSISTANT, ORIGIN, scriptApi } from './scripted-api.ts'

/** The chat without its looks. */
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

test('what was missed and could not be fetched is fetched with the next sign of life', async () => {
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

test('a tab fetches what the leading tab had seen before it began to tell', async () => {
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

test('two tabs that both ask who the visitor is become the same one', async () => {
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
