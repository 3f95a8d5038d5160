import { expect, onTestFinished, test, vi } from 'vitest'
import { asleepFacts } from '../../widget/asleep/facts.ts'
import type { ChatModel } from '../../widget/model.ts'
import { spoken } from '../../widget/more/spoken.ts'
import { wordsOf } from '../../widget/more/words.ts'
import { english } from '../../widget/texts.ts'
import type { View } from '../../widget/view.ts'
import { talkingChat } from './opened-chat.ts'
import { scriptApi } from './scripted-api.ts'

/** A chat whose parts are all here, and everything that its region has said since. */
async function heardChat(api: ReturnType<typeof scriptApi>) {
  const chat = await talkingChat(api)
  await chat.findByText(/Answers right away/)
  const region = chat.panel.lastElementChild!
  const said: string[] = []
  const observer = new MutationObserver(() => {
    const text = region.textContent.trim()
    if (text) said.push(text)
  })
  observer.observe(region, { childList: true, characterData: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return { ...chat, said }
}

/** Region of a chat whose state a test sets, render by render. */
function regionOf() {
  const state: Pick<View['model']['state'], 'announcements'> & Record<string, unknown> = {
    announcements: [],
    outbox: [],
    isCut: false,
    notice: '',
  }
  const model = { state } as unknown as ChatModel
  return {
    state,
    after(change: object): string {
      Object.assign(state, change)
      return spoken({ model, texts: english, more: { wordsOf } } as View)
    },
  }
}

test('a message that could not be sent is said once, not at every retry, and no longer once it is sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const api = scriptApi()
  const { write, said, panel, spoken } = await heardChat(api)
  const sent = () => api.asked.filter(({ path }) => path.endsWith('messages')).length
  for (let attempt = 0; attempt < 2; attempt++) api.once(/^POST .*messages/, 'nothing')
  await write('Lost{Enter}')
  await vi.waitFor(() => expect(said).toEqual(['Not sent.']))
  // The second attempt comes by itself after a second, and the third after two.
  await vi.advanceTimersByTimeAsync(1500)
  await vi.waitFor(() => expect(sent()).toBe(3))
  expect(panel.querySelectorAll('[role=alert]')).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(3000)
  await vi.waitFor(() => expect(spoken()).toBe(''))
  expect(said).toEqual(['Not sent.'])
})

test('the reason why there is no chat is said once per attempt', () => {
  const { after } = regionOf()
  const sentence = 'Can’t reach the chat.'
  expect([after({}), after({ trouble: 'unreachable' })]).toEqual(['', sentence])
  expect([after({}), after({ trouble: undefined })]).toEqual([sentence, ''])
  expect(after({ trouble: 'blocked' })).toMatch(/is blocking the chat\.$/)
  expect(after({ trouble: 'unreachable' })).toBe(sentence)
  expect(after({ conversation: { id: 'c' } })).toBe('')
})

test('a retry that the visitor asked for says so if it fails, too', () => {
  const { after } = regionOf()
  const outbox = (status: string) => ({ outbox: [{ client_id: 'one', status }] })
  expect(after(outbox('waiting'))).toBe('Not sent.')
  expect(after(outbox('sending'))).toBe('')
  expect(after(outbox('waiting'))).toBe('Not sent.')
})

test('while an answer pack stands in, its answers are said once each, and nothing counts as unsent', () => {
  const { after } = regionOf()
  const answerTo = (id: string) => (id === 'dog' ? [{ text: 'Dogs are **welcome**.' }] : undefined)
  const asleep = { isOn: true, facts: asleepFacts, answerTo }
  expect(after({ asleep })).toContain('We’re away and can’t read this right now.')
  const outbox = [{ client_id: 'dog', status: 'waiting' }]
  const answered = after({ outbox, isCut: true })
  expect(answered).toBe('Automatic answer – we’re away\nDogs are welcome.')
  expect(after({})).toBe(answered)
  expect(after({ outbox: [...outbox, { client_id: 'cat', status: 'waiting' }] })).toBe(
    'No automatic answer found. Your message waits here for us.',
  )
  expect(after({ outbox: [], isCut: false, asleep: { ...asleep, isOn: false } })).toBe('')
})

test('a refusal is said in the server’s words', async () => {
  const api = scriptApi()
  const { write, said } = await heardChat(api)
  api.once(/^POST .*messages/, { status: 422, body: { message: 'Not like this.' } })
  await write('Hello{Enter}')
  await vi.waitFor(() => expect(said).toEqual(['Not like this.']))
})

test('that a person joins is said once, in a sentence, and nothing beside it speaks', async () => {
  const api = scriptApi()
  const { findByText, panel, said, getAllByRole } = await heardChat(api)
  const conversation_id = api.conversation
  const state = { id: conversation_id, ended: false, seen_seq: 0 }
  api.say('conversation.updated', { ...state, ai_enabled: false })
  await findByText(/^Person ·/)
  await vi.waitFor(() => expect(said).toEqual(['You’re now talking to a person']))
  expect(getAllByRole('status')).toEqual([panel.lastElementChild])
  const message = api.add({ author: 'operator', content: 'Ann here' })
  api.say('message.created', { conversation_id, message })
  await findByText('Ann here')
  api.say('conversation.updated', { ...state, ai_enabled: true })
  await vi.waitFor(() =>
    expect(said).toEqual([
      'You’re now talking to a person',
      'Ann: Ann here',
      'The assistant is answering again',
    ]),
  )
})

test('an interruption is said once, however often the line breaks within a minute', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { after } = regionOf()
  const cut = 'Not up to date – reconnecting…'
  expect([after({}), after({ isCut: true }), after({})]).toEqual(['', cut, cut])
  vi.advanceTimersByTime(30_000)
  expect([after({ isCut: false }), after({ isCut: true })]).toEqual(['', ''])
  vi.advanceTimersByTime(61_000)
  expect([after({ isCut: false }), after({ isCut: true })]).toEqual(['', cut])
})

test('what happens at the same time is said together, and a text that comes again is said again', () => {
  const { state, after } = regionOf()
  expect(after({})).toBe('')
  state.announcements.push('Ann: Hello')
  const conversation = { id: 'c', handover: 2, ai_enabled: false }
  expect(after({ conversation })).toBe('You’re now talking to a person\nAnn: Hello')
  state.announcements.push('Ann: Ok')
  expect(after({})).toBe('Ann: Ok')
  expect(after({ conversation: { ...conversation, handover: 3 } })).toBe('Ann: Ok')
  state.announcements.push('Ann: Ok')
  expect(after({})).toBe('Ann: Ok\u00a0')
})

test('a notice that has gone leaves nothing to be read again', () => {
  const { state, after } = regionOf()
  state.announcements.push('Ann: Hello')
  const texts = [after({}), after({ notice: 'Copied' }), after({ notice: '' })]
  expect(texts).toEqual(['Ann: Hello', 'Copied', ''])
})

test('nothing of a conversation stays in the region of another', () => {
  const { state, after } = regionOf()
  after({ conversation: { id: 'c', handover: 0 } })
  state.announcements.push('Ann: Your code is 123')
  expect([after({}), after({ conversation: undefined })]).toEqual(['Ann: Your code is 123', ''])
})

test('of many messages that came while the chat was closed, the last three are said', () => {
  const { state, after } = regionOf()
  after({})
  for (const text of ['one', 'two', 'three', 'four']) state.announcements.push(text)
  expect(after({})).toBe('two\nthree\nfour')
})
