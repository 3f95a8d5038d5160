import { parse } from 'csv-parse/sync'
import { expect, test, vi } from 'vitest'
import type { Api } from '../../renderer/app/api.ts'
import {
  EXAMPLE,
  headerLength,
  headerOf,
  targetsOf,
} from '../../renderer/screens/leads/import/columns.ts'
import { createLeadImportModel } from '../../renderer/screens/leads/import/model.ts'
import { changeOf, editedOf } from '../../renderer/screens/leads/variables.ts'

interface Sent {
  readonly file: File
  readonly campaign_id: string
  readonly country_code: string | null
  readonly dry_run: number
  readonly progress_id: string
}

type Listener = (event: object) => void

/** A model, what it has sent, and how its answers and events come. */
function importing(answer: (sent: Sent, signal: AbortSignal) => Promise<object>) {
  const sent: Sent[] = []
  const listeners = new Set<Listener>()
  const api = {
    importLeads: ({ body, signal }: { body: Sent; signal: AbortSignal }) => {
      sent.push(body)
      return answer(body, signal)
    },
  } as unknown as Api
  const live = {
    subscribe(listener: Listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const model = createLeadImportModel({ api, live: live as never }, '7')
  const tell = (event: object) => {
    for (const listener of listeners) listener(event)
  }
  return { model, sent, tell }
}

const outcome = { message: '', imported: 1, skipped: [], skipped_count: 0 }

test('columns are recognised by their names, each number once', () => {
  expect(targetsOf(['Mobile Phone', 'phone', 'secondary_phone_2', 'Town', ''])).toEqual([
    'phone_number',
    'variable',
    'secondary_phone_2',
    'variable',
    '',
  ])
})

test('the header says what was chosen, and a column that is skipped has no name', () => {
  const columns = ['Tel', 'Town, "old"', 'Note']
  const targets = ['phone_number', 'variable', ''] as const
  expect(headerOf(columns, targets, 'comma')).toBe('phone_number,"Town, ""old""",\n')
  expect(headerOf(['Tel', 'a;b', 'c'], targets, 'semicolon')).toBe('phone_number;"a;b";\n')
})

test.each([
  ['a,b\nc', 4],
  ['a,b\r\nc', 5],
  ['"a\nb",c\rd', 8],
  ['a,b', undefined],
])('the first record of %j ends after its line break', (text, length) => {
  expect(headerLength(text)).toBe(length)
})

test('the example has only columns that are understood', () => {
  const [columns = []] = parse(EXAMPLE) as string[][]
  expect(targetsOf(columns)).toContain('phone_number')
})

test('the file goes out with the chosen columns and the same rows, first as a dry run', async () => {
  const { model, sent } = importing(async () => outcome)
  await model.read(new File(['\uFEFFTel,Town\r\n+12025550120,Köln\r\n'], 'people.csv'))
  expect(model.chosen.value?.sample).toEqual([['+12025550120', 'Köln']])
  await model.check()
  expect(model.checked.value).toEqual(outcome)
  model.choose({ country: 'DE' })
  expect(model.checked.value).toBeUndefined()
  await model.start()
  expect(sent.map(({ dry_run, country_code }) => [dry_run, country_code])).toEqual([
    [1, null],
    [0, 'DE'],
  ])
  expect(await sent[1]!.file.text()).toBe('phone_number,Town\n+12025550120,Köln\r\n')
  expect(sent[1]!.campaign_id).toBe('7')
})

test('a file as German Excel writes it is understood, and its format can be changed', async () => {
  const { model, sent } = importing(async () => outcome)
  const file = new File([Buffer.from('Tel;Straße\n+12025550120;Köln, Süd\n', 'latin1')], 'a.csv')
  await model.read(file)
  expect(model.source.value?.detected).toEqual({
    encoding: 'windows-1252',
    delimiter: 'semicolon',
  })
  expect(model.chosen.value).toEqual({
    columns: ['Tel', 'Straße'],
    sample: [['+12025550120', 'Köln, Süd']],
  })
  await model.check()
  expect(sent[0]).toMatchObject({ delimiter: 'semicolon', encoding: 'utf-8' })
  expect(await sent[0]!.file.text()).toBe('phone_number;Straße\n+12025550120;Köln, Süd\n')
  await model.setFormat({ delimiter: 'comma' })
  expect(model.chosen.value?.columns).toEqual(['Tel;Straße'])
  expect([model.canCheck.value, model.checked.value]).toEqual([false, undefined])
  await model.setFormat({ delimiter: 'semicolon', encoding: 'utf-8' })
  expect(model.chosen.value?.columns).toEqual(['Tel', 'Stra\uFFFDe'])
})

test('what is no text is refused, and another file can be chosen', async () => {
  const { model } = importing(async () => outcome)
  await model.read(new File([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 8])], 'leads.xlsx'))
  expect([model.error.value, model.source.value]).toEqual(['Not a valid CSV file.', undefined])
  await model.read(new File(['phone\n1\n'], 'leads.csv'))
  expect([model.error.value, model.canCheck.value]).toEqual([undefined, true])
})

test('nothing is sent while no column has the number', async () => {
  const { model, sent } = importing(async () => outcome)
  await model.read(new File(['a,b\n1,2\n'], 'people.csv'))
  expect(model.canCheck.value).toBe(false)
  await model.check()
  expect(sent).toEqual([])
  model.map(1, 'phone_number')
  expect(model.canCheck.value).toBe(true)
})

test('progress is that of its own request, and cancelling is no error', async () => {
  const { model, sent, tell } = importing(
    (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  await model.read(new File(['phone\n1\n'], 'people.csv'))
  const running = model.check()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const data = { id: sent[0]!.progress_id, stage: 'reading', share: 0.5 }
  tell({ type: 'leads.importing', data: { ...data, id: 'another', share: 0.9 } })
  expect(model.progress.value).toBeUndefined()
  tell({ type: 'leads.importing', data })
  expect(model.progress.value).toMatchObject({ stage: 'reading', share: 0.5 })
  model.cancel()
  expect(await running).toBeUndefined()
  expect([model.error.value, model.running.value]).toEqual([undefined, undefined])
})

test('a variable that is not touched keeps its type, and one that is gone is deleted', () => {
  const before = { age: 7, town: 'Bonn', gone: true }
  const edited = editedOf(before).filter(({ name }) => name !== 'gone')
  expect(changeOf(before, edited)).toEqual({ gone: null })
  expect(
    changeOf(before, [...edited, { name: ' new ', value: 'x' }, { name: '', value: 'y' }]),
  ).toEqual({
    new: 'x',
    gone: null,
  })
})
