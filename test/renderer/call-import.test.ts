import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createImportModel } from '../../renderer/screens/calls/import-model.ts'
import { EXAMPLE, fieldOf } from '../../renderer/screens/calls/import-rows.ts'
import { invalid } from './support.ts'

const ASSISTANTS = [
  { id: 7, uuid: 'u7', name: 'Reception', isActive: true },
  { id: 8, uuid: 'u8', name: 'Sales', isActive: false },
]

/** A model with a file loaded, and the requests it sent. */
async function imported(text: string, answer: () => Response = () => Response.json({})) {
  const sent: string[] = []
  const model = createImportModel(async (_, init) => {
    sent.push(String(init?.body))
    return answer()
  }, ASSISTANTS)
  await model.read(new File([text], 'calls.csv'))
  return { model, sent }
}

test.each([
  ['client_phone_number', 'client_phone_number'],
  ['Client Phone-Number', 'client_phone_number'],
  ['Customer', 'client_phone_number'],
  ['Agent', 'assistant_name'],
  ['Direction', 'type'],
  ['Start time', 'created_at'],
  ['Nonsense', ''],
])('a column called %s is recognised as “%s”', (column, field) => {
  expect(fieldOf(column)).toBe(field)
})

test('the example can be imported as it is', async () => {
  const { model } = await imported(EXAMPLE)
  expect(model.faulty.value).toEqual([])
  expect(model.good.value.map(({ call }) => call['assistant_id'])).toEqual(['7', '7'])
  expect(model.canStart.value).toBe(true)
})

test('a file with tabs in UTF-16, as Excel saves Unicode text, is understood', async () => {
  const text =
    '\uFEFFassistant\ttype\tstatus\ttranscript\r\nReception\tweb\tbusy\tAI: Grüß Gott\r\n'
  const model = createImportModel(async () => Response.json({}), ASSISTANTS)
  await model.read(new File([Buffer.from(text, 'utf16le')], 'calls.txt'))
  expect(model.source.value?.detected).toEqual({ encoding: 'utf-16le', delimiter: 'tab' })
  expect(model.good.value.map(({ call }) => call['transcript'])).toEqual(['AI: Grüß Gott'])
  await model.setFormat({ delimiter: 'comma' })
  expect(model.file.value?.columns).toEqual(['assistant\ttype\tstatus\ttranscript'])
  expect(model.canStart.value).toBe(false)
})

test('every error is reported with its field and line number', async () => {
  const { model } = await imported(
    [
      'assistant,type,status,date,transcript',
      'reception,inbound,completed,2026-05-01T09:00:00+02:00,"AI: Hello!',
      'Customer: Hi."',
      ',,completed,,',
      'Nobody,sideways,completed,yesterday,',
    ].join('\r\n'),
  )
  expect(model.rows.value.map(({ line, faults }) => [line, faults])).toEqual([
    [2, {}],
    [
      4,
      {
        assistant_id: 'No assistant given.',
        type: 'The type field is required.',
      },
    ],
    [
      5,
      {
        assistant_id: 'You have no assistant called “Nobody”.',
        type: 'The selected type is invalid.',
        created_at: 'The created at is not a valid date.',
      },
    ],
  ])
  expect(model.good.value[0]?.call).toMatchObject({
    assistant_id: '7',
    created_at: '2026-05-01 07:00:00',
    transcript: 'AI: Hello!\nCustomer: Hi.',
  })
  expect(model.canStart.value).toBe(false)
})

test('rows that name no assistant of the account use the default chosen for them', async () => {
  const { model } = await imported(
    'assistant_id,agent,type,status\n,Reception,web,busy\n,Nobody,web,busy\n9,,web,busy\n,,web,busy',
  )
  model.fallback.value = 8
  expect(model.rows.value.map(({ call }) => call['assistant_id'])).toEqual(['7', '8', '9', '8'])
  expect(model.faulty.value).toEqual([])
})

test('a field is mapped to one column at most', async () => {
  const { model } = await imported('a,b\n1,2')
  model.map(0, 'duration')
  model.map(1, 'duration')
  expect(model.fields.value).toEqual(['', 'duration'])
})

test('rows with errors are skipped only on request, and the rest is sent unchanged', async () => {
  const { model, sent } = await imported(
    'assistant_id,type,status,transcript\n7,web,busy,"a ""b"", c"\n7,web,gone,\n7,web,ended,"1\n2"',
    () => Response.json({ imported: 2 }),
  )
  expect(await model.start()).toBeUndefined()
  expect(sent).toEqual([])
  model.skipsFaulty.value = true
  expect(await model.start()).toBe(2)
  expect(parse(sent[0]!)).toEqual([
    ['assistant_id', 'type', 'status', 'transcript'],
    ['7', 'web', 'busy', 'a "b", c'],
    ['7', 'web', 'ended', '1\n2'],
  ])
})

test('the server’s errors are shown beside their rows until the mapping changes', async () => {
  const { model } = await imported(
    'assistant_id,type,status\n7,web,gone\n7,web,busy\n99,web,busy',
    () =>
      invalid({
        'calls.1.assistant_id': ['The selected assistant id is invalid.'],
      }),
  )
  model.skipsFaulty.value = true
  expect(await model.start()).toBeUndefined()
  expect(model.error.value).toContain('Nothing was imported.')
  expect(model.rows.value.map(({ line, faults }) => [line, faults])).toEqual([
    [2, { status: 'The selected status is invalid.' }],
    [3, {}],
    [4, { assistant_id: 'The selected assistant id is invalid.' }],
  ])
  model.map(0, '')
  model.fallback.value = 7
  expect(model.good.value).toHaveLength(2)
})

test('an unreachable server loses nothing', async () => {
  const { model } = await imported('assistant_id,type,status\n7,web,busy', () => {
    throw new TypeError('fetch failed')
  })
  expect(await model.start()).toBeUndefined()
  expect([model.busy.value, model.rows.value.length, model.canStart.value]).toEqual([
    false,
    1,
    true,
  ])
})

test.each([
  ['only a head', 'type,status', 'The file has a header but no rows.'],
  ['nothing', '', 'The file has a header but no rows.'],
  ['an open quote', 'type\n"web', 'Not a valid CSV file.'],
  [
    'too many rows',
    `type\n${'web\n'.repeat(10_001)}`,
    'Up to 10,000 calls at a time. Split the file.',
  ],
])('a file with %s is rejected with the reason', async (_, text, reason) => {
  const { model } = await imported(text)
  expect([model.file.value, model.error.value]).toEqual([undefined, reason])
})
