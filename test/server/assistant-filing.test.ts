import { expect, test } from 'vitest'
import { createFolder, deleteFolder, listFolders } from '#contracts/assistant-folders.ts'
import { createAssistantLabel, deleteAssistantLabel } from '#contracts/assistant-labels.ts'
import { listAssistantVersions } from '#contracts/assistant-versions.ts'
import {
  deactivateAssistant,
  deleteAssistant,
  getAssistant,
  updateAssistant,
} from '#contracts/assistants.ts'
import { anotherAccount } from '../support/accounts.ts'
import { assistantBody, createdAssistant, type Sender, send } from '../support/assistants.ts'
import { startServer } from '../support/server.ts'

const KINDS = [
  { one: 'folder', many: 'folders', Name: 'Folder', field: 'folder_id' },
  { one: 'label', many: 'labels', Name: 'Label', field: 'label_id' },
] as const

const folder = async ({ call }: Sender, name: string) =>
  (await call(createFolder, { body: { name } })).data.id

const label = async ({ call }: Sender, name: string) =>
  (await call(createAssistantLabel, { body: { name } })).data.id

test.each(KINDS)(
  'a $one uses the API family’s response shape under both spellings',
  async (kind) => {
    const { one, many, Name } = kind
    const server = await startServer()
    const data = { id: 1, name: 'Bakery', color: 'teal', assistants_count: 0 }
    const body = { name: 'Bakery', color: 'teal' }
    const created = await send(server, 'POST', `/user/${one}`, body)
    expect([created.status, created.text]).toEqual([
      201,
      JSON.stringify({ message: `${Name} created successfully`, data }),
    ])
    expect((await send(server, 'POST', `/user/${many}`, { name: 'Zoo' })).status).toBe(201)
    for (const path of [one, many]) {
      const { body: page } = await send(server, 'GET', `/user/${path}`)
      expect(page).toMatchObject({ data: [data, { name: 'Zoo', color: null }], per_page: 15 })
    }
    const renamed = await send(server, 'PATCH', `/user/${one}/1`, { name: 'Ärzte' })
    expect([renamed.status, renamed.text]).toEqual([
      200,
      JSON.stringify({ message: `${Name} updated successfully`, data: { ...data, name: 'Ärzte' } }),
    ])
    const { body: cleared } = await send(server, 'PUT', `/user/${many}/1`, { color: null })
    expect(cleared.data).toEqual({ ...data, name: 'Ärzte', color: null })
    const deleted = await send(server, 'DELETE', `/user/${many}/1`)
    expect([deleted.status, deleted.text]).toEqual([
      200,
      JSON.stringify({ message: `${Name} deleted successfully` }),
    ])
    const gone = await send(server, 'DELETE', `/user/${one}/1`)
    expect([gone.status, gone.text]).toEqual([
      404,
      JSON.stringify({ message: `${Name} not found` }),
    ])
  },
)

test.each(KINDS)('the name of a $one is unique within an account, ignoring case', async (kind) => {
  const { one } = kind
  const server = await startServer()
  await send(server, 'POST', `/user/${one}`, { name: 'Ärzte' })
  const taken = await send(server, 'POST', `/user/${one}`, { name: 'ärzte' })
  expect([taken.status, taken.body]).toEqual([
    422,
    {
      message: 'The given data was invalid.',
      errors: { name: ['The name has already been taken.'] },
    },
  ])
  expect((await send(server, 'PUT', `/user/${one}/1`, { name: 'ÄRZTE' })).status).toBe(200)
  const other = await anotherAccount(server)
  expect((await send(other, 'POST', `/user/${one}`, { name: 'Ärzte' })).status).toBe(201)
  for (const wrong of [{ name: '' }, { name: 'x'.repeat(256) }, { name: 'x', color: 'grey' }])
    expect((await send(server, 'POST', `/user/${one}`, wrong)).status).toBe(422)
})

test('an assistant has a folder and labels, and keeps those not sent', async () => {
  const server = await startServer()
  const [bakery, a, b] = [
    await folder(server, 'Bakery'),
    await label(server, 'a'),
    await label(server, 'b'),
  ]
  const filed = { folder_id: bakery, label_ids: [b, String(a), b] }
  const sent = { ...(await assistantBody(server)), ...filed }
  const created = await send(server, 'POST', '/user/assistant', sent)
  expect(Object.keys(created.body.data)).toEqual([
    'id',
    'name',
    'status',
    'type',
    'mode',
    'folder_id',
    'label_ids',
  ])
  expect(created.body.data).toMatchObject({ folder_id: bakery, label_ids: [a, b] })
  const params = { id: created.body.data.id as number }
  const one = await server.call(getAssistant, { params })
  expect(Object.entries(one).slice(-2)).toEqual([
    ['folder_id', bakery],
    ['label_ids', [a, b]],
  ])
  const renamed = await server.call(updateAssistant, { params, body: { name: 'New' } })
  expect(renamed.data).toMatchObject({ folder_id: bakery, label_ids: [a, b] })
  const body = { folder_id: null, label_ids: [] }
  const { data } = await server.call(updateAssistant, { params, body })
  expect(data).toMatchObject(body)
})

test('a folder or label of another account is rejected at its index', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const [foreign, mine] = [await folder(other, 'x'), await label(server, 'mine')]
  const theirs = await label(other, 'x')
  const body = { folder_id: foreign, label_ids: [mine, theirs] }
  const answer = await send(server, 'PUT', '/user/assistant/1', body)
  expect([answer.status, answer.body.errors]).toEqual([
    422,
    {
      folder_id: ['The selected folder id is invalid.'],
      'label_ids.1': ['The selected label ids.1 is invalid.'],
    },
  ])
  const many = await send(server, 'PUT', '/user/assistant/1', { label_ids: Array(51).fill(mine) })
  expect(many.body.errors).toEqual({
    label_ids: ['The label ids must not have more than 50 items.'],
  })
})

test('lists include folder and labels only when asked to', async () => {
  const server = await startServer()
  const [bakery, red] = [await folder(server, 'Bakery'), await label(server, 'red')]
  const inside = await createdAssistant(server, { type: 'outbound' })
  await server.call(updateAssistant, {
    params: { id: inside },
    body: { folder_id: bakery, label_ids: [red] },
  })
  const list = async (query: string) =>
    (await send(server, 'GET', `/user/assistants/get${query}`)).body
  const ids = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)
  for (const query of ['', '?type=', '?type=outbound'])
    expect((await list(query)).data[0]).not.toHaveProperty('folder_id')
  expect(ids(await list('?type=outbound'))).toEqual([inside])
  expect(ids(await list('?type='))).toEqual([1, inside])
  const include = await list('?include=folder,labels')
  expect(include.data[0]).toMatchObject({ id: 1, folder_id: null, label_ids: [] })
  await server.call(deactivateAssistant, { params: { id: 1 } })
  const states = await list('?include=switched_off')
  expect(states.data).toMatchObject([{ switched_off: true }, { switched_off: false }])
  expect(states.data[0]).not.toHaveProperty('folder_id')
  for (const query of [`folder_id=${bakery}`, `label_id=${red}`]) {
    const page = await list(`?${query}`)
    expect(page).toMatchObject({ total: 1, data: [{ id: inside, folder_id: bakery }] })
    expect(page.first_page_url).toContain(query)
  }
  expect(ids(await list(`?folder_id=${bakery}&type=inbound`))).toEqual([])
  expect(ids(await list('?folder_id=999'))).toEqual([])
  for (const wrong of ['type=both', 'folder_id=x', 'include=name'])
    expect((await send(server, 'GET', `/user/assistants/get?${wrong}`)).status).toBe(422)
})

test('deleting a folder or label keeps its assistants and creates no version', async () => {
  const server = await startServer()
  const body = { folder_id: await folder(server, 'x'), label_ids: [await label(server, 'y')] }
  const params = { id: 1 }
  await server.call(updateAssistant, { params, body })
  const versions = async () => (await server.call(listAssistantVersions, { params })).data
  const before = await versions()
  await server.call(deleteFolder, { params: { id: body.folder_id } })
  await server.call(deleteAssistantLabel, { params: { id: body.label_ids[0]! } })
  expect(await server.call(getAssistant, { params })).toMatchObject({
    folder_id: null,
    label_ids: [],
  })
  expect(await versions()).toEqual(before)
})

test('a folder’s count excludes deleted assistants', async () => {
  const server = await startServer()
  const folder_id = await folder(server, 'x')
  const second = await createdAssistant(server)
  for (const id of [1, second])
    await server.call(updateAssistant, { params: { id }, body: { folder_id } })
  const count = async () => (await server.call(listFolders)).data[0]!.assistants_count
  expect(await count()).toBe(2)
  await server.call(deleteAssistant, { params: { id: second } })
  expect(await count()).toBe(1)
})

test('a move emits one event to the desk, and none when nothing moved', async () => {
  const server = await startServer()
  const folder_id = await folder(server, 'x')
  const last = server.context.events.last()
  for (const _ of [1, 2])
    await server.call(updateAssistant, { params: { id: 1 }, body: { folder_id } })
  const filed = server.context.events
    .after(last)
    .filter(({ type }) => type === 'assistant.filed')
    .map(({ payload }) => JSON.parse(payload))
  expect(filed).toEqual([{ id: 1, folder_id, label_ids: [] }])
})
