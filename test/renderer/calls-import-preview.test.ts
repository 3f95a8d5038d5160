// @vitest-environment node
import { expect, test } from 'vitest'
import { listCalls } from '#contracts/calls.ts'
import { createImportModel } from '../../renderer/screens/calls/import-model.ts'
import { createdAssistant } from '../support/assistants.ts'
import { startServer } from '../support/server.ts'

/** Cells for every field, some valid and most not. */
const CELLS: Readonly<Record<string, readonly string[]>> = {
  type: ['inbound', 'web', '', 'sideways'],
  status: ['completed', 'no-answer', '', 'done'],
  created_at: [
    '',
    '2025-02-28 10:00:00',
    '2025-02-30 10:00:00',
    'yesterday',
    '0000-01-01 00:00:00',
  ],
  campaign_name: ['', 'Spring', 'x'.repeat(256)],
  duration: ['', '0', '74', '-1', '1.5', 'long', '1000001', '١٢'],
  client_phone_number: ['', '+12025550123', '0'.repeat(65)],
  transcript: ['', 'AI: Hello!\nCustomer: "Hi", she said.', '=1+1'],
  variables: ['', '{}', '{"a":[1]}', '[]', '{oops', 'null'],
  total_cost: ['', '0.0079', '-1', 'much', '1e3', '1000001'],
  answered_by: ['', 'human', 'nobody'],
  recording_url: ['', 'https://example.com/1.mp3', 'file:///etc/passwd', 'x'],
}
const FIELDS = Object.keys(CELLS)

/** A file that contains each of these cells once, beside valid ones. */
function file(assistantId: number): string {
  const good = (field: string) => CELLS[field]![0]!
  const rows = FIELDS.flatMap((field) =>
    CELLS[field]!.map((cell) => FIELDS.map((other) => (other === field ? cell : good(other)))),
  )
  const print = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  const lines = rows.map((cells) => `${assistantId},${print(cells)}`)
  return [['assistant_id', ...FIELDS].join(','), ...lines].join('\r\n')
}

test('the import preview reports exactly the errors that the server finds in each row', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const text = file(id)
  const model = createImportModel(
    (url, init) => server.fetch(String(url), init),
    [{ id, uuid: '', name: 'Bakery', isActive: true }],
  )
  await model.read(new File([text], 'calls.csv'))
  const refusal = await server.fetch('/api/user/calls/import', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: text,
  })
  const { errors } = (await refusal.json()) as { errors: Record<string, string[]> }
  const found = model.rows.value.flatMap(({ faults }, index) =>
    Object.keys(faults).map((field) => `calls.${index}.${field}`),
  )
  expect(found.sort()).toEqual(Object.keys(errors).sort())
  expect(found.length).toBeGreaterThan(15)
  for (const [path, [message]] of Object.entries(errors)) {
    const [, index, field] = path.split('.')
    const { line, faults } = model.rows.value[Number(index)]!
    expect(`Line ${line}: ${faults[field!]}`).toBe(message?.replaceAll(`calls.${index}.`, ''))
  }
  // The preview writes nothing, and rows it accepts import successfully.
  expect((await server.call(listCalls)).total).toBe(0)
  model.skipsFaulty.value = true
  expect(await model.start()).toBe(model.good.value.length)
  expect((await server.call(listCalls)).total).toBe(model.good.value.length)
})
