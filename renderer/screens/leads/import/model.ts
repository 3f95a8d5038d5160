import { computed, signal } from '@preact/signals'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { importLeads, LeadImportProgress } from '#contracts/lead-import.ts'
import { type Api, explain } from '../../../app/api.ts'
import type { Live } from '../../../app/live.ts'
import { t } from '../../../locales/translate.ts'
import { loadCountries } from '../../records/phone.ts'
import { headerLength, headerOf, type Target, targetsOf } from './columns.ts'

export type LeadImportModel = ReturnType<typeof createLeadImportModel>
export type Outcome = ReplyOf<typeof importLeads>

interface ChosenFile {
  readonly file: File
  readonly columns: readonly string[]
  /** The first records. */
  readonly sample: readonly (readonly string[])[]
  /** Length of the header, bytes. */
  readonly header: number
}

/** Choices beside the columns. */
interface Options {
  readonly campaignId: string
  /** Country of numbers without a country code; empty for none. */
  readonly country: string
  readonly mayRepeat: boolean
}

/** Part of the file that is read for its columns, bytes. */
const HEAD_BYTES = 64 * 1024

const SAMPLE = 5

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe'>
}

/** Import of leads from a file: its columns, a dry run, and the import itself with its progress. */
export function createLeadImportModel({ api, live }: Deps, campaignId: string) {
  const chosen = signal<ChosenFile>()
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
    reset()
    chosen.value = undefined
    try {
      const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
      const header = headerLength(head)
      if (header === undefined) return fail(t('fileImport.noRows'))
      const { parse } = await import('csv-parse/browser/esm/sync')
      const text = new TextDecoder('utf-8', { fatal: false }).decode(head)
      const [columns = [], ...sample]: string[][] = parse(text.replaceAll(/\r\n?/g, '\n'), {
        bom: true,
        trim: true,
        skip_empty_lines: true,
        relax_column_count: true,
        relax_quotes: true,
        to: SAMPLE + 1,
      })
      chosen.value = { file, columns, sample, header }
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
    const file = mapped()
    if (running.value || !file) return undefined
    running.value = what
    error.value = undefined
    progress.value = undefined
    progressId = crypto.randomUUID()
    request = new AbortController()
    const { signal: cancelled } = request
    const { campaignId: campaign_id, country, mayRepeat } = options.value
    try {
      const outcome = await api.importLeads({
        signal: cancelled,
        body: {
          file,
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

  /** The file with the chosen columns in its first line. */
  function mapped(): File | undefined {
    const { value } = chosen
    if (!value || !canCheck.value) return undefined
    const { file, columns, header } = value
    return new File([headerOf(columns, targets.value), file.slice(header)], file.name, {
      type: 'text/csv',
    })
  }

  return {
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
