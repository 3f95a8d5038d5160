import { expect, test } from 'vitest'
import type { Backups } from '#contracts/backups.ts'
import { createBackupsModel, Foreign } from '../../renderer/screens/settings/backups/model.ts'
import { fakeServer, invalid, settle } from './support.ts'

const NONE: Backups = {
  every_hours: 24,
  keep: 7,
  folder: '/data/backups',
  is_running: false,
  next_at: null,
  last_proven_at: null,
  last_fault: null,
  can_change: true,
  data: [],
}
const WHEN = '2026-03-14T09:26:53.000000Z'
const ONE = {
  id: 'parley-20260314T092653Z',
  created_at: WHEN,
  bytes: 1,
  files: 0,
  rows: 3,
  schema: 24,
  proven_at: WHEN,
  fault: null,
}

function world() {
  const server = fakeServer()
  const sent: RequestInit[] = []
  const answers: Response[] = []
  const send = (async (_url: string, init: RequestInit) => {
    sent.push(init)
    return answers.shift()
  }) as unknown as typeof fetch
  server.on('GET /user/backups', NONE)
  return { server, sent, answers, model: createBackupsModel({ api: server.api, fetch: send }) }
}

test('a new backup appears in the list, and a bad one says why', async () => {
  const { server, model } = world()
  await settle()
  server.on('GET /user/backups', { ...NONE, data: [ONE] })
  server.on('POST /user/backups', { message: 'ok', data: ONE })
  expect(await model.backUp()).toBeNull()
  expect(model.backups.value!.data).toEqual([ONE])
  server.on('POST /user/backups', { message: 'ok', data: { ...ONE, fault: 'It is damaged.' } })
  expect(await model.backUp()).toBe('It is damaged.')
  expect(model.doing.value).toBeUndefined()
})

test('a rejected schedule keeps its input, with the error beside it', async () => {
  const { server, model } = world()
  await settle()
  model.keep.value = '99'
  server.on('PUT /user/backups/settings', () => invalid({ keep: ['Too many.'] }))
  expect(await model.save()).toBe(false)
  expect(model.keep.value).toBe('99')
  expect(model.faults.value).toEqual({ keep: 'Too many.' })
  server.on('PUT /user/backups/settings', { ...NONE, keep: 9 })
  expect(await model.save()).toBe(true)
  expect(model.keep.value).toBe('9')
})

test('a file is checked before anything is replaced, and its problems are reported', async () => {
  const { server, model, answers, sent } = world()
  await settle()
  server.on('POST /user/restores', { id: 'r1', url: '/restores/r1', expires_at: WHEN })
  const file = new File(['x'], 'everything.parley')
  answers.push(
    Response.json({ message: 'That is not the passphrase of this file.' }, { status: 400 }),
  )
  await expect(model.check(file, 'wrong')).rejects.toThrow('not the passphrase')
  answers.push(Response.json({ created_at: WHEN, schema: 24, rows: 3, files: 0, is_foreign: true }))
  expect(await model.check(file, 'right')).toMatchObject({ id: 'r1', rows: 3 })
  expect(sent[1]).toMatchObject({ method: 'PUT', body: file })
})

test('a backup not signed here is restored only once that is accepted', async () => {
  const { server, model } = world()
  await settle()
  const bodies: unknown[] = []
  server.on('POST /user/backups/b1/restore', ({ body }: { body: unknown }) => {
    bodies.push(body)
    if ((body as { accept_foreign: boolean }).accept_foreign)
      return { message: 'Soon.', restarts: true }
    return Response.json(
      { message: 'Not from here.' },
      { status: 409, headers: { 'parley-error': 'archive_from_elsewhere' } },
    )
  })
  await expect(model.restore('b1')).rejects.toBeInstanceOf(Foreign)
  expect(await model.restore('b1', true)).toBe(true)
  expect(bodies).toEqual([{ accept_foreign: false }, { accept_foreign: true }])
})

test('a non-owner is told so', async () => {
  const server = fakeServer()
  server.on('GET /user/backups', () => Response.json({ message: 'no' }, { status: 403 }))
  const model = createBackupsModel({ api: server.api, fetch })
  await settle()
  expect(model.isAllowed.value).toBe(false)
})
