import { signal } from '@preact/signals'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ConversationDetail } from '#contracts/conversations.ts'
import { createColleagueReplyModel } from '../../renderer/screens/inbox/compose/colleague-reply-model.ts'
import { at, detail, message } from './support.ts'

const by = (author_name: string, author_id?: number) =>
  ({ author: 'operator', author_name, ...(author_id && { author_id }) }) as const

/** Ann at a conversation with one message of the visitor. */
function watching(text = '') {
  const thread = signal<ConversationDetail | undefined>(detail([message(1)]))
  const draft = signal(text)
  const model = createColleagueReplyModel({
    thread: () => thread.value,
    isWriting: () => draft.value !== '',
    me: () => ({ id: 1, name: 'Ann' }),
  })
  onTestFinished(model.stop)
  const say = (changes: Parameters<typeof message>[1]) => {
    const { messages, approvals } = thread.value!
    thread.value = detail([...messages, message(messages.length + 1, changes)], { approvals })
  }
  return { thread, draft, model, say }
}

test('a colleague’s reply is news while there is unsent text, and no longer once the text is gone', () => {
  const { draft, model, say } = watching()
  say({ ...by('Ben', 2), content: 'Before' })
  draft.value = 'Hel'
  expect(model.reply.value).toBeUndefined()
  say({ content: 'the visitor' })
  say({ ...by('Ann', 1), content: 'from my other tab' })
  expect(model.reply.value).toBeUndefined()
  say({ ...by('Ben', 2), content: 'It is blue.' })
  expect(model.reply.value).toEqual({ seq: 5, name: 'Ben', content: 'It is blue.' })
  draft.value = ''
  expect(model.reply.value).toBeUndefined()
  draft.value = 'Again'
  expect(model.reply.value).toBeUndefined()
})

test('a namesake is a colleague, and an operator who was renamed is none to themselves', () => {
  const { model, say } = watching('Hel')
  say({ ...by('Annie', 1), content: 'before I was renamed' })
  expect(model.reply.value).toBeUndefined()
  say({ ...by('Ann', 2), content: 'It is blue.' })
  expect(model.reply.value).toEqual({ seq: 3, name: 'Ann', content: 'It is blue.' })
})

test('a program’s reply is one’s own if its key is', () => {
  const { model, say } = watching('Hel')
  say(by('Ann'))
  expect(model.reply.value).toBeUndefined()
  say(by('Ben'))
  expect(model.reply.value?.name).toBe('Ben')
})

test('before sending it is asked once for each reply, and reading it is an answer', () => {
  const { model, say } = watching('Hel')
  const send = vi.fn()
  expect(model.ask(send)).toBe(false)
  say(by('Ben', 2))
  expect([model.ask(send), model.isAsking.value]).toEqual([true, true])
  model.decide(false)
  expect([model.isAsking.value, model.ask(send), send.mock.calls.length]).toEqual([false, false, 0])
  say(by('Ben', 2))
  expect(model.ask(send)).toBe(true)
  model.decide(true)
  expect(send).toHaveBeenCalledOnce()
  say(by('Ben', 2))
  model.read()
  expect([model.reply.value, model.ask(send)]).toEqual([undefined, false])
})

test('an assistant’s draft that a colleague approved is their reply', () => {
  const { thread, model, say } = watching('Hel')
  say({ author: 'assistant', author_name: 'Guide', content: 'Blue.' })
  expect(model.reply.value).toBeUndefined()
  const approval = { message_id: 102, by: { id: 2, name: 'Ben' } }
  thread.value = { ...thread.value!, approvals: [approval as never] }
  expect(model.reply.value?.name).toBe('Ben')
  const namesake = { message_id: 102, by: { id: 3, name: 'Ann' } }
  thread.value = { ...thread.value!, approvals: [namesake as never] }
  expect(model.reply.value?.name).toBe('Ann')
  const own = { message_id: 102, by: { id: 1, name: 'Ann' } }
  thread.value = { ...thread.value!, approvals: [own as never] }
  expect(model.reply.value).toBeUndefined()
})

test('a draft from before a colleague’s reply is compared with it when the conversation is opened', () => {
  const { draft, model, say } = watching()
  say({ ...by('Ben', 2), created_at: at(9) })
  draft.value = 'Hel'
  model.startAt(at(8))
  expect(model.reply.value?.seq).toBe(2)
  model.startAt(at(10))
  expect(model.reply.value).toBeUndefined()
})
