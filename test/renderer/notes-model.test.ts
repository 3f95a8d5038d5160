import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Note } from '#contracts/notes.ts'
import { createToasts } from '../../renderer/app/toasts.ts'
import { createNotesModel } from '../../renderer/screens/inbox/thread/notes-model.ts'
import { ADA, at, invalid } from './support.ts'
import { writingParts } from './thread-parts.ts'

const NOTES = `/user/conversations/${ADA}/notes`

const note = (changes: Partial<Note> = {}): Note => ({
  id: 7,
  client_id: ADA,
  mentions: [],
  content: 'Call her back',
  by: { id: 1, name: 'Lena' },
  after_seq: 3,
  created_at: at(1),
  edited_at: null,
  ...changes,
})

function scene() {
  const { server, draftOf } = writingParts()
  const toasts = createToasts()
  const notes: Note[] = []
  const model = createNotesModel({
    api: server.api,
    toasts,
    conversation: ADA,
    me: () => 1,
    draft: draftOf('note'),
    onNote: (one) => void notes.push(one),
    onForget: (id) =>
      notes.splice(
        notes.findIndex((one) => one.id === id),
        1,
      ),
  })
  const said = () => toasts.shown.value.map(({ text }) => text)
  return { server, model, notes, said, toasts }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a written note appears, and its field is cleared', async () => {
  const { server, model, notes } = scene()
  server.on(`POST ${NOTES}`, { message: 'ok', data: note() })
  model.type('  Call her back ')
  expect(await model.save()).toBe(true)
  expect(server.bodies(`POST ${NOTES}`)).toMatchObject([{ content: 'Call her back' }])
  expect(notes).toEqual([note()])
  expect(model.draft.text.value).toBe('')
})

test('a rejected note stays in the field with the reason until it is changed', async () => {
  const { server, model } = scene()
  server.on(`POST ${NOTES}`, invalid({ content: ['Too long.'] }))
  model.type('Much')
  expect(await model.save()).toBe(false)
  expect([model.draft.text.value, model.error.value]).toEqual(['Much', 'Too long.'])
  model.type('Less')
  expect(model.error.value).toBeUndefined()
})

test('a note whose response was lost is resent under the same id', async () => {
  const { server, model } = scene()
  model.type('Once')
  await model.save()
  server.on(`POST ${NOTES}`, { message: 'ok', data: note({ content: 'Once' }) })
  await model.save()
  const [first, second] = server.bodies(`POST ${NOTES}`) as { client_id: string }[]
  expect(first!.client_id).toBe(second!.client_id)
  model.type('Twice')
  await model.save()
  expect((server.bodies(`POST ${NOTES}`)[2] as { client_id: string }).client_id).not.toBe(
    first!.client_id,
  )
})

test('a deleted note disappears at once and can be restored; one that fails to delete stays', async () => {
  const { server, model, notes, said, toasts } = scene()
  notes.push(note())
  await model.remove(note())
  expect(notes).toEqual([note()])
  expect(said()[0]).toMatch(/^Couldn’t save the note\./)
  server.on(`DELETE ${NOTES}/7`, { message: 'ok' })
  server.on(`POST ${NOTES}/7/restore`, { message: 'ok', data: note() })
  await model.remove(note())
  expect(notes).toEqual([])
  await toasts.shown.value.at(-1)!.action!.onSelect()
  expect(notes).toEqual([note()])
})

test('only the author of a note can change it', () => {
  const { model } = scene()
  expect(model.isMine(note())).toBe(true)
  expect(model.isMine(note({ by: { id: 2, name: 'Jonas' } }))).toBe(false)
})
