import { computed, signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import { MAX_IMPORT } from '#contracts/constants.ts'
import { apiUrl, explain, languageHeader } from '../../app/api.ts'
import { t } from '../../locales/translate.ts'
import type { AssistantOption } from '../records/assistant-options.ts'
import { csvOf, type Field, fieldOf, type ImportRow, rowOf } from './import-rows.ts'

export type ImportModel = ReturnType<typeof createImportModel>

interface ParsedFile {
  readonly name: string
  readonly columns: readonly string[]
  readonly records: readonly { readonly cells: readonly string[]; readonly line: number }[]
}

/** Maximum number of rows in the preview. */
export const MAX_PREVIEW_ROWS = 50

/** Import of calls from a file: its columns, validation, and the import itself. */
export function createImportModel(send: typeof fetch, assistants: readonly AssistantOption[]) {
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
    error.value = undefined
    refused.value = {}
    try {
      const { parse } = await import('csv-parse/browser/esm/sync')
      const lines: number[] = []
      const records: string[][] = parse((await chosen.text()).replaceAll(/\r\n?/g, '\n'), {
        bom: true,
        skip_empty_lines: true,
        relax_column_count: true,
        on_record(record: string[], { lines: last }) {
          lines.push(last - record.join('').split('\n').length + 1)
          return record
        },
      })
      const [columns, ...rest] = records
      if (!columns || rest.length === 0) return fail(t('fileImport.noRows'))
      if (rest.length > MAX_IMPORT) return fail(t('callImport.tooMany', { max: MAX_IMPORT }))
      fields.value = columns.map(fieldOf)
      file.value = {
        name: chosen.name,
        columns,
        records: rest.map((cells, index) => ({ cells, line: lines[index + 1] ?? index + 2 })),
      }
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
