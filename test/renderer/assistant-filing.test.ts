import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import type { FiledAssistant } from '#contracts/assistants.ts'
import { memoryAddress } from '../../renderer/app/address.ts'
import { createFilingModel } from '../../renderer/screens/assistants/filing/model.ts'
import { fakeLive, fakeServer } from './support.ts'

const folder = (id: number, name: string) => ({ id, name, color: null, assistants_count: 0 })

/** Three assistants: one in folder 1, one with label 2, one with nothing. */
async function filed() {
  const server = fakeServer()
  const live = fakeLive()
  const page = (data: object[]) => ({ data, last_page: 1 })
  server.on('GET /user/folders', page([folder(1, 'Bakery')]))
  server.on('GET /user/labels', page([folder(2, 'Sales'), folder(3, 'Test')]))
  const all = signal<readonly FiledAssistant[] | undefined>(
    [
      { id: 5, folder_id: 1, label_ids: [] },
      { id: 6, folder_id: null, label_ids: [2] },
      { id: 7, folder_id: null, label_ids: [] },
    ].map((one) => one as unknown as FiledAssistant),
  )
  const address = memoryAddress('/app/assistants')
  const model = createFilingModel({ api: server.api, live, address }, all)
  await model.load()
  const shown = () => all.value?.filter(model.fits).map(({ id }) => id)
  return { server, live, model, all, address, shown }
}

test('an open folder and a label narrow the list together, and stand in the address', async () => {
  const { model, address, shown } = await filed()
  expect(shown()).toEqual([5, 6, 7])
  model.folder.value = '1'
  expect(shown()).toEqual([5])
  model.folder.value = 'none'
  expect(shown()).toEqual([6, 7])
  model.label.value = '2'
  expect(shown()).toEqual([6])
  expect(address.url.value).toBe('/app/assistants?folder=none&label=2')
})

test('what others file is followed, and a folder that is gone lets its assistants go', async () => {
  const { live, model, all, shown } = await filed()
  model.folder.value = '1'
  live.emit({
    type: 'assistant.filed',
    id: 1,
    data: { id: 7, folder_id: 1, label_ids: [3] },
  })
  expect(shown()).toEqual([5, 7])
  expect(model.counts.value.folder.get(1)).toBe(2)
  live.emit({ type: 'assistant_folder.saved', id: 2, data: folder(4, 'Alpha') })
  expect(model.folders.value.map(({ name }) => name)).toEqual(['Alpha', 'Bakery'])
  live.emit({ type: 'assistant_folder.deleted', id: 3, data: { id: 1 } })
  expect([model.folder.value, shown()]).toEqual(['', [5, 6, 7]])
  expect(all.value?.map(({ folder_id }) => folder_id)).toEqual([null, null, null])
})

test('labels are given and taken without touching the others', async () => {
  const { server, model } = await filed()
  for (const id of [5, 6]) server.on(`PUT /user/assistant/${id}`, { message: '', data: {} })
  await model.relabel([5, 6], { on: [3], off: [] })
  await model.relabel([6], { on: [], off: [2] })
  expect(server.bodies('PUT /user/assistant/5')).toEqual([{ label_ids: [3] }])
  expect(server.bodies('PUT /user/assistant/6')).toEqual([
    { label_ids: [2, 3] },
    { label_ids: [3] },
  ])
})
