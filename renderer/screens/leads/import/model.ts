import { computed, signal } from '@preact/signals'
import { type CsvFormat, headOf } from '#contracts/csv-format.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { importLeads, LeadImportProgress } from '#contracts/lead-import.ts'
import { type Api, explain } from '../../../app/api.ts'
import type { Live } from '../../../app/live.ts'
import { t } from '../../../locales/translate.ts'
import { type CsvSource, csvRowsOf, openCsv, textOf, withFormat } from '../../records/csv-file.ts'
import { loadCountries } from '../../records/phone.ts'
import { headerLength, headerOf, type Target, targetsOf } from './columns.ts'

export type LeadImportModel = ReturnType<typeof createLeadImportModel>
export type Outcome = ReplyOf<typeof importLeads>

/** Beginning of the file. */
interface Head {
  readonly columns: readonly string[]
  /** The first records. */
  readonly sample: readonly (readonly string[])[]
}

/** Choices beside the columns. */
interface Options {
  readonly campaignId: string
  /** Country of numbers without a country code; empty for none. */
  readonly country: string
  readonly mayRepeat: boolean
}

/** Records shown of the file. */
const SAMPLE = 5

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe'>
}

/** Import of leads from a file: its columns, a dry run, and the import itself with its progress. */
export function createLeadImportModel({ api, live }: Deps, campaignId: string) {
  const source = signal<CsvSource>()
  const chosen = signal<Head>()
  const targets = signal<readonly Target[]>([])
  /** Codes of all countries; empty until loaded. */
  const countries = signal<readonly string[]>([])
  const options = signal<Options>({ campaignId, country: '', mayRepeat: false })
  const error = signal<string>()
  /** Result of the dry run for these columns and options. */
  const checked = signal<Outcome>()
  /** Result of the import. */
  const imported = signal<Outcome>()
  const running = signal<'check' | 'import'>()
  const progress = signal<Pick<LeadImportProgress, 'stage' | 'share'>>()
  let request = new AbortController()
  let progressId = ''

  const canCheck = computed(
    () =>
      chosen.value !== undefined &&
      targets.value.includes('phone_number') &&
      options.value.campaignId !== '',
  )

  const stop = live.subscribe(({ type, data }) => {
    if (type === 'leads.importing' && data.id === progressId) progress.value = data
  })

  async function read(file: File): Promise<void> {
    source.value = await openCsv(file).catch(() => undefined)
    await readHead()
  }

  /** Reads the file in another format. */
  async function setFormat(change: Partial<CsvFormat>): Promise<void> {
    source.value = source.value && withFormat(source.value, change)
    await readHead()
  }

  async function readHead(): Promise<void> {
    const opened = source.value
    reset()
    chosen.value = undefined
    try {
      if (!opened) return fail(t('fileImport.unreadable'))
      const head = await headOf(opened.file, opened.format.encoding)
      if (headerLength(head) === undefined) return fail(t('fileImport.noRows'))
      const [first, ...rows] = await csvRowsOf(head, opened.format, SAMPLE + 1)
      if (source.value !== opened) return
      const columns = first?.cells ?? []
      chosen.value = { columns, sample: rows.map(({ cells }) => cells) }
      targets.value = targetsOf(columns)
    } catch {
      fail(t('fileImport.unreadable'))
    }
  }

  function fail(reason: string): void {
    error.value = reason
  }

  function reset(): void {
    checked.value = undefined
    imported.value = undefined
    error.value = undefined
  }

  /** Each number is mapped to at most one column. */
  function map(column: number, target: Target): void {
    reset()
    const isNumber = target !== '' && target !== 'variable'
    targets.value = targets.value.map((one, index) => {
      if (index === column) return target
      return isNumber && one === target ? 'variable' : one
    })
  }

  function choose(change: Partial<Options>): void {
    reset()
    options.value = { ...options.value, ...change }
  }

  /** Checks every row, or imports the good ones; resolves to the outcome, or to undefined if it failed or was cancelled. */
  async function run(what: 'check' | 'import'): Promise<Outcome | undefined> {
    if (running.value || !canCheck.value) return undefined
    running.value = what
    error.value = undefined
    progress.value = undefined
    progressId = crypto.randomUUID()
    request = new AbortController()
    const { signal: cancelled } = request
    const { campaignId: campaign_id, country, mayRepeat } = options.value
    try {
      const { file, delimiter } = await mapped()
      const outcome = await api.importLeads({
        signal: cancelled,
        body: {
          file,
          encoding: 'utf-8',
          delimiter,
          campaign_id,
          country_code: country || null,
          allow_dupplicate: mayRepeat ? 1 : 0,
          dry_run: what === 'check' ? 1 : 0,
          progress_id: progressId,
        },
      })
      if (what === 'check') checked.value = outcome
      else imported.value = outcome
      return outcome
    } catch (failure) {
      if (!cancelled.aborted) error.value = explain(failure)
      return undefined
    } finally {
      running.value = undefined
    }
  }

  /** The file in UTF-8, with the chosen columns in its first line. */
  async function mapped() {
    const { file, format } = source.value!
    const { delimiter } = format
    const text = await textOf(source.value!)
    const header = headerOf(chosen.value!.columns, targets.value, delimiter)
    const parts = [header, text.slice(headerLength(text))]
    return { file: new File(parts, file.name, { type: 'text/csv' }), delimiter }
  }

  return {
    source,
    chosen,
    targets,
    countries,
    options,
    error,
    checked,
    imported,
    running,
    progress,
    canCheck,
    loadCountries: async () => {
      countries.value = await loadCountries()
    },
    read,
    setFormat,
    map,
    choose,
    check: () => run('check'),
    start: () => run('import'),
    cancel: () => request.abort(),
    stop(): void {
      request.abort()
      stop()
    },
  }
}
