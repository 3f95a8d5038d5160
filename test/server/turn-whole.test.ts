import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { continueAnswer, disableAi, enableAi, getConversation } from '#contracts/conversations.ts'
import { listLanguages, listModels } from '#contracts/lookups.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { jointBetween } from '../../server/features/conversations/turns/continuation.ts'
import { newestWithin, systemPrompt } from '../../server/features/conversations/turns/prompt.ts'
import { tokensIn } from '../../server/providers/llm/tokens.ts'
import { talking } from '../support/talking.ts'

test('the window contains the latest turns within the token limit, and always the last one', () => {
  const turn = (content: string) => ({ role: 'user' as const, content })
  const long = turn('word '.repeat(400))
  expect(newestWithin([long, long, turn('short')], 600)).toEqual([long, turn('short')])
  expect(newestWithin([turn('a'), long], 10)).toEqual([long])
  expect(newestWithin([turn('a'), turn('b')], 6000)).toHaveLength(2)
  expect(newestWithin([], 6000)).toEqual([])
})

test('tokens are estimated for every script, rather too high than too low', () => {
  expect(tokensIn('four')).toBe(1)
  expect(tokensIn('日本語')).toBe(3)
  expect(tokensIn('Привет')).toBe(4)
  expect(tokensIn('👩🏽‍🚀')).toBeGreaterThanOrEqual(4)
})

test('200 messages of 2,000 characters: the cost of a turn stays bounded', async () => {
  await using chat = await talking({ standIn: { script: [{ says: 'ok' }] } })
  const { context } = chat.server
  const row = conversationQueries(context.db).byUuid(chat.params.uuid)!
  const insert = context.db.prepare(
    "INSERT INTO messages (conversation_id, seq, author, author_name, content, status, created_at) VALUES (?, ?, 'visitor', 'V', ?, 'complete', 0)",
  )
  for (let seq = 2; seq <= 201; seq += 1) insert.run(row.id, seq, 'x'.repeat(2000))
  context.db.prepare('UPDATE conversations SET message_count = 201 WHERE id = ?').run(row.id)
  await chat.say('The last one')
  const { messages } = chat.sent(0)
  const sent = messages
    .slice(1)
    .map(({ content }) => String(content))
    .join('')
  expect(tokensIn(sent)).toBeLessThan(6100)
  expect(sent).toContain('The last one')
})

test('an assistant’s languages are those it switches to', async () => {
  await using chat = await talking({ standIn: { script: [{ says: 'ok' }] } })
  const { call } = chat.server
  const languages = await call(listLanguages)
  const id = (code: string) => languages.find(({ iso_2 }) => iso_2 === code)!.id
  await call(updateAssistant, {
    params: { id: chat.assistantId },
    body: { language_id: id('de'), secondary_language_ids: [id('en'), id('fr')] },
  })
  await chat.say('Hallo')
  expect(chat.sent(0).messages[0]!.content).toContain(
    'Answer in German unless the visitor writes in another of: English, French.',
  )
})

test('built-in variables are filled into the prompt, and a missing one leaves nothing', () => {
  const assistant = {
    uuid: 'u-1',
    name: 'Bakery',
    timezone: 'Asia/Tokyo',
    language: 'en',
    system_prompt:
      '{{assistant_name}} {{assistant_id}} {{current_date}} {{current_time}} [{{customer_phone}}][{{assistant_phone}}][{{nothing}}]',
  }
  const now = new Date('2026-01-01T20:30:00Z')
  const prompt = systemPrompt({ assistant, variables: {}, passages: [], hint: null, now })
  expect(prompt.split('\n')[0]).toBe('Bakery u-1 2026-01-02 05:30 [][][]')
})

test('the fallback answers when the first model fails before its first token', async () => {
  await using chat = await talking({ standIn: { personality: 'unauthorized' } })
  const { call } = chat.server
  const builtIn = (await call(listModels)).find(({ id }) => id !== chat.modelId)!
  await call(updateAssistant, {
    params: { id: chat.assistantId },
    body: { chat_llm_fallback_id: builtIn.id },
  })
  const { message } = await chat.say('hello')
  expect(message).toMatch(/hello/i)
  expect((await chat.read()).messages.at(-1)).toMatchObject({ status: 'complete' })
  expect(chat.standIn.requests).toHaveLength(1)
})

test('once tokens were shown, no other model answers', async () => {
  await using chat = await talking({ standIn: { personality: 'cut' } })
  const { call } = chat.server
  const builtIn = (await call(listModels)).find(({ id }) => id !== chat.modelId)!
  const body = { chat_llm_fallback_id: builtIn.id }
  await call(updateAssistant, { params: { id: chat.assistantId }, body })
  await chat.say('hello')
  expect((await chat.read()).messages.at(-1)).toMatchObject({ status: 'interrupted' })
})

test('a message sent before the first token is answered together with the previous one', async () => {
  await using chat = await talking({ standIn: { personality: 'lateFirst' } })
  const first = chat.say('How much is the rye bread?')
  await expect.poll(() => chat.standIn.requests.length).toBe(1)
  const second = chat.say('And the white one?')
  const answers = await Promise.all([first, second])
  expect(answers[0].message).toBe(answers[1].message)
  expect(chat.standIn.requests).toHaveLength(2)
  expect(chat.standIn.requests[0]!.wasCancelled).toBe(true)
  expect(String(chat.sent(1).messages.at(-1)!.content)).toBe(
    'How much is the rye bread?\n\nAnd the white one?',
  )
  expect((await chat.read()).messages.map(({ author }) => author)).toEqual([
    'assistant',
    'visitor',
    'visitor',
    'assistant',
  ])
})

test('a message sent after the first token gets its own answer', async () => {
  await using chat = await talking({
    standIn: { personality: 'slow', reply: 'one two three four five six' },
  })
  const first = chat.say('First?')
  await expect.poll(async () => (await chat.read()).messages.at(-1)?.status).toBe('streaming')
  const second = chat.say('Second?')
  expect((await first).message).toBe('one two three four five six')
  expect((await second).message).toBe('one two three four five six')
  expect((await chat.read()).messages.map(({ author }) => author)).toEqual([
    'assistant',
    'visitor',
    'assistant',
    'visitor',
    'assistant',
  ])
})

test('a truncated answer continues in the same message', async () => {
  await using chat = await talking({
    standIn: { personality: 'cutOnce', reply: 'one two three four' },
  })
  await chat.say('Count')
  const cut = (await chat.read()).messages.at(-1)!
  expect(cut).toMatchObject({ status: 'interrupted', content: 'one two three ' })
  await chat.server.call(continueAnswer, { params: chat.params })
  await expect.poll(async () => (await chat.read()).messages.at(-1)!.status).toBe('complete')
  const whole = (await chat.read()).messages.at(-1)!
  expect(whole).toMatchObject({ id: cut.id, content: 'one two three one two three four' })
  const { messages } = chat.sent(1)
  expect(messages.at(-2)).toMatchObject({ role: 'assistant', content: 'one two three ' })
  expect(messages.at(-1)!.content).toContain('one two three ')
})

test('a complete, taken-over or superseded answer cannot be continued', async () => {
  await using chat = await talking({
    standIn: { personality: 'cutOnce', reply: 'one two three four' },
  })
  const { call } = chat.server
  const nothing = { message: 'There is no answer to go on with', data: null }
  const goOn = () => call(continueAnswer, { params: chat.params })
  expect(await goOn()).toEqual(nothing)
  await chat.say('Count')
  await call(disableAi, { params: chat.params })
  expect(await goOn()).toEqual(nothing)
  await call(enableAi, { params: chat.params })
  await chat.say('And?')
  expect(await goOn()).toEqual(nothing)
  const { messages } = await call(getConversation, { params: chat.params })
  expect(messages.at(-1)).toMatchObject({ status: 'complete' })
})

test('joined words have a space between them, and punctuation has none', () => {
  expect(jointBetween('Wir öffnen um', '9 Uhr')).toBe(' ')
  expect(jointBetween('um ', '9')).toBe('')
  expect(jointBetween('um', ' 9')).toBe('')
  expect(jointBetween('日本', '語')).toBe('')
  expect(jointBetween('That is it', '.')).toBe('')
})

test('a restart while the model is thinking does not repeat a tool call', async () => {
  await using chat = await talking({ standIn: { script: [{ says: 'It is booked, I think.' }] } })
  const { context } = chat.server
  const row = conversationQueries(context.db).byUuid(chat.params.uuid)!
  context.db
    .prepare(
      "INSERT INTO tool_calls (conversation_id, answers_seq, name, arguments, status, created_at) VALUES (?, 2, 'book', '{}', 'running', 0)",
    )
    .run(row.id)
  await chat.say('Book it')
  expect(chat.sent(0).messages.at(-1)).toMatchObject({
    role: 'tool',
    content: 'It is not known whether this call came through. Do not make it again.',
  })
})
