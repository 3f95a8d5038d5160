import { computed, signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import { MAX_IMPORT } from '#contracts/constants.ts'
import type { CsvFormat } from '#contracts/csv-format.ts'
import { apiUrl, explain, languageHeader } from '../../app/api.ts'
import { t } from '../../locales/translate.ts'
import type { AssistantOption } from '../records/assistant-options.ts'
import {
  type CsvRow,
  type CsvSource,
  csvRowsOf,
  openCsv,
  textOf,
  withFormat,
} from '../records/csv-file.ts'
import { csvOf, type Field, fieldOf, type ImportRow, rowOf } from './import-rows.ts'

export type ImportModel = ReturnType<typeof createImportModel>

interface ParsedFile {
  readonly columns: readonly string[]
  readonly records: readonly CsvRow[]
}

/** Maximum number of rows in the preview. */
export const MAX_PREVIEW_ROWS = 50

/** Import of calls from a file: its columns, validation, and the import itself. */
export function createImportModel(send: typeof fetch, assistants: readonly AssistantOption[]) {
  const source = signal<CsvSource>()
  const file = signal<ParsedFile>()
  const fields = signal<readonly (Field | '')[]>([])
  const fallback = signal<number>()
  const skipsFaulty = signal(false)
  const onlyFaulty = signal(false)
  const error = signal<string>()
  const busy = signal(false)
  /** Errors found by the server, by line. */
  const refused = signal<Readonly<Record<number, Readonly<Record<string, string>>>>>({})
  const names = new Map(assistants.map(({ name, id }) => [name.toLowerCase(), id]))

  const rows = computed((): ImportRow[] => {
    const mapping = { fields: fields.value, assistants: names, fallback: fallback.value }
    return (file.value?.records ?? []).map(({ cells, line }) => {
      const row = rowOf(cells, line, mapping)
      const more = refused.value[line]
      return more ? { ...row, faults: { ...more, ...row.faults } } : row
    })
  })
  const faulty = computed(() => rows.value.filter(({ faults }) => Object.keys(faults).length > 0))
  const good = computed(() => rows.value.filter(({ faults }) => Object.keys(faults).length === 0))
  const shown = computed(() =>
    (onlyFaulty.value ? faulty.value : rows.value).slice(0, MAX_PREVIEW_ROWS),
  )
  const canStart = computed(
    () => good.value.length > 0 && (faulty.value.length === 0 || skipsFaulty.value),
  )

  async function read(chosen: File): Promise<void> {
    source.value = await openCsv(chosen).catch(() => undefined)
    await readRows()
  }

  /** Reads the file in another format. */
  async function setFormat(change: Partial<CsvFormat>): Promise<void> {
    source.value = source.value && withFormat(source.value, change)
    await readRows()
  }

  async function readRows(): Promise<void> {
    const opened = source.value
    error.value = undefined
    refused.value = {}
    try {
      if (!opened) return fail(t('fileImport.unreadable'))
      const [first, ...records] = await csvRowsOf(await textOf(opened), opened.format)
      if (source.value !== opened) return
      if (!first || records.length === 0) return fail(t('fileImport.noRows'))
      if (records.length > MAX_IMPORT) return fail(t('callImport.tooMany', { max: MAX_IMPORT }))
      fields.value = first.cells.map(fieldOf)
      file.value = { columns: first.cells, records }
    } catch {
      fail(t('fileImport.unreadable'))
    }
  }

  function fail(reason: string): void {
    file.value = undefined
    error.value = reason
  }

  /** Each field is mapped to at most one column. */
  function map(column: number, field: Field | ''): void {
    refused.value = {}
    fields.value = fields.value.map((one, index) => {
      if (index === column) return field
      return one === field ? '' : one
    })
  }

  /** Imports the calls; resolves to their number, or undefined on failure. */
  async function start(): Promise<number | undefined> {
    if (busy.value || !canStart.value) return undefined
    busy.value = true
    error.value = undefined
    const sent = good.value
    try {
      const response = await send(apiUrl('importCalls'), {
        method: 'POST',
        headers: { ...languageHeader, accept: 'application/json', 'content-type': 'text/csv' },
        body: csvOf(sent),
      })
      const answer: unknown = await response.json()
      if (!response.ok) throw new ApiError(response.status, answer)
      return (answer as { imported: number }).imported
    } catch (failure) {
      refused.value = refusalsOf(failure, sent)
      error.value = `${t('callImport.importFailed')} ${explain(failure)}`
      return undefined
    } finally {
      busy.value = false
    }
  }

  return {
    source,
    file,
    fields,
    fallback,
    skipsFaulty,
    onlyFaulty,
    error,
    busy,
    rows,
    faulty,
    good,
    shown,
    canStart,
    read,
    setFormat,
    map,
    start,
  }
}

/** The server's validation errors by line of the file. */
function refusalsOf(failure: unknown, sent: readonly ImportRow[]) {
  const byLine: Record<number, Record<string, string>> = {}
  if (!(failure instanceof ApiError)) return byLine
  for (const [path, [message = '']] of Object.entries(failure.errors)) {
    const [, index, field = ''] = /^calls\.(\d+)\.(\w+)/.exec(path) ?? []
    const row = sent[Number(index)]
    if (row) (byLine[row.line] ??= {})[field] = message
  }
  return byLine
}
