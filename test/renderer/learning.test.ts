import { expect, test } from 'vitest'
import type { Correction } from '#contracts/corrections.ts'
import type { KnowledgeEntry } from '#contracts/knowledge-entries.ts'
import { memoryAddress } from '../../renderer/app/address.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createInstructionModel } from '../../renderer/screens/knowledge/corrections/instruction-model.ts'
import { createEntriesModel } from '../../renderer/screens/knowledge/entries/entries-model.ts'
import { createEntryForm } from '../../renderer/screens/knowledge/entries/form-model.ts'
import { createUnansweredModel } from '../../renderer/screens/knowledge/unanswered/unanswered-model.ts'
import { ADA, BOB, fakeLive, fakeServer, invalid, settle } from './support.ts'

const entry = (id: number, changes: Partial<KnowledgeEntry> = {}): KnowledgeEntry => ({
  id,
  knowledgebase_id: 1,
  question: `Question ${id}`,
  answer: 'Yes.',
  conversation_id: null,
  message_seq: null,
  created_at: '2026-01-01T12:00:00.000000Z',
  updated_at: '2026-01-01T12:00:00.000000Z',
  ...changes,
})

const DRAFT = { question: 'May I?', answer: 'You may.', assistant: BOB }

/** The form for an entry, with these bases and an assistant that uses the second. */
async function formWith(bases: readonly object[], storage = memoryStorage()) {
  const server = fakeServer()
  server.on('GET /user/knowledgebases', { data: bases })
  server.on('GET /user/assistants', [{ uuid: BOB, name: 'Bob', knowledgebase_id: 2 }])
  server.on('POST /user/knowledgebases', { data: { id: 7, name: 'New' } })
  server.on('POST /user/knowledge-entries', ({ body }) => ({
    data: entry(1, body as Partial<KnowledgeEntry>),
  }))
  const form = createEntryForm({ api: server.api, storage }, DRAFT)
  await form.load()
  return { server, form, storage }
}

test('a new entry goes to the base of the assistant concerned, else to the one used last, else to a new one', async () => {
  const bases = [{ id: 1 }, { id: 2 }, { id: 3 }]
  const { form, storage } = await formWith(bases)
  expect([form.baseId.value, form.usedBy.value]).toEqual([2, ['Bob']])
  form.baseId.value = 3
  expect(await form.save()).toMatchObject({ knowledgebase_id: 3 })
  const { form: next } = await formWith([{ id: 1 }, { id: 3 }], storage)
  expect(next.baseId.value).toBe(3)

  const { form: first, server } = await formWith([])
  expect(first.baseId.value).toBeUndefined()
  server.on('POST /user/knowledge-entries', invalid({ answer: ['Too long.'] }))
  expect(await first.save()).toBeUndefined()
  expect(first.errors.value).toEqual({ answer: 'Too long.' })
  await first.save()
  expect(server.bodies('POST /user/knowledgebases')).toHaveLength(1)
  expect(server.bodies('POST /user/knowledge-entries').at(-1)).toMatchObject({
    knowledgebase_id: 7,
  })
})

test('a row is saved before the next one is edited, and what is refused stays in it', async () => {
  const server = fakeServer()
  const live = fakeLive()
  server.on('GET /user/knowledgebases', { data: [] })
  server.on('GET /user/knowledge-entries', { data: [entry(1), entry(2)], total: 2 })
  server.on('PUT /user/knowledge-entries/1', invalid({ answer: ['Required.'] }))
  const deps = {
    api: server.api,
    live,
    address: memoryAddress('/app/knowledge/entries'),
    storage: memoryStorage(),
  }
  const model = createEntriesModel(deps)
  await expect.poll(() => model.page.value?.data.length).toBe(2)
  await model.edit(entry(1))
  model.type({ answer: '' })
  await model.edit(entry(2))
  expect(model.edited.value).toMatchObject({ entry: { id: 1 }, answer: '' })
  expect(model.errors.value).toEqual({ answer: 'Required.' })
  server.on('PUT /user/knowledge-entries/1', { data: entry(1, { answer: 'No.' }) })
  await model.edit(entry(2))
  expect(model.edited.value?.entry.id).toBe(2)
  expect(model.page.value?.data[0]?.answer).toBe('No.')
  live.emit({ type: 'knowledge_entry.deleted', id: 1, data: { id: 2 } })
  expect(model.page.value?.data.map(({ id }) => id)).toEqual([1])
  model.stop()
})

test('an instruction is added only to the prompt that was shown', async () => {
  const server = fakeServer()
  const path = 'GET /user/assistant/5'
  server.on(path, { system_prompt: 'Be kind.' })
  server.on('PUT /user/assistant/5', { data: {} })
  const correction = { assistant: { id: 5 }, question: 'May I?', sent: 'You may.' } as Correction
  const model = createInstructionModel(server.api, correction)
  await model.load()
  expect(model.instruction.value).toBe('When visitors ask “May I?”, answer like this: You may.')
  model.instruction.value = ' Say yes. '
  server.on(path, { system_prompt: 'Be brief.\n' })
  expect(await model.save()).toBe(false)
  expect(model.prompt.value).toBe('Be brief.\n')
  expect(server.bodies('PUT /user/assistant/5')).toEqual([])
  expect(await model.save()).toBe(true)
  expect(server.bodies('PUT /user/assistant/5')).toEqual([
    { system_prompt: 'Be brief.\n\nSay yes.' },
  ])
})

test('the draft for a group is the latest reply of a person, and never invented', async () => {
  const server = fakeServer()
  const group = { id: 1, question: 'May I?', count: 2, last_asked_at: '', status: 'open' } as const
  const example = (conversation_id: string, reply: object | null) => ({
    conversation_id,
    message_seq: 2,
    assistant: { uuid: BOB },
    reply,
  })
  const reply = { content: 'You may.', by: 'Ada', message_seq: 4 }
  server.on('GET /user/assistants', [])
  server.on('GET /user/unanswered', { data: [group], total: 1 })
  const whole = { ...group, examples: [example(BOB, null), example(ADA, reply)] }
  server.on('GET /user/unanswered/1', { data: whole })
  const address = memoryAddress('/app/knowledge/unanswered')
  const model = createUnansweredModel({ api: server.api, address })
  await settle()
  expect(await model.draft(group)).toEqual({
    question: 'May I?',
    answer: 'You may.',
    source: { conversation: ADA, seq: 4 },
    assistant: BOB,
    by: 'Ada',
  })
  server.on('GET /user/unanswered/1', { data: { ...whole, examples: [example(BOB, null)] } })
  expect(await model.draft(group)).toMatchObject({
    answer: '',
    source: { conversation: BOB, seq: 2 },
  })
  model.stop()
})
