import { effect, untracked } from '@preact/signals'
import { EXPORTED_BY_ID } from '#contracts/constants.ts'
import { apiUrl } from '../../../app/api.ts'
import type { Toasts } from '../../../app/toasts.ts'
import { t } from '../../../locales/translate.ts'
import { isoDay } from '../../../ui/date-presets.ts'
import { createDownload, type Sink } from '../../records/download.ts'
import type { BulkModel } from './bulk-model.ts'
import type { ListModel } from './list-model.ts'

interface Needs {
  readonly fetch: typeof fetch
  readonly toasts: Toasts
  readonly list: Pick<ListModel, 'filter' | 'matching'>
  readonly bulk: Pick<BulkModel, 'chosen' | 'isAll' | 'count'>
  readonly saveTo: (name: string, total: number) => Promise<Sink | undefined>
}

export type ExportModel = ReturnType<typeof createExportModel>

/** Export formats. */
const KINDS = {
  csv: { format: 'csv' },
  /** With the byte order mark that spreadsheets need. */
  sheet: { format: 'csv', bom: '1' },
  json: { format: 'json' },
  csvTranscripts: { format: 'csv', bom: '1', transcript: '1' },
  jsonTranscripts: { format: 'json', transcript: '1' },
} as const
export type ExportKind = keyof typeof KINDS

/** Export of the selected conversations, or of all that match. It continues in other views. */
export function createExportModel({ fetch, toasts, list, bulk, saveTo }: Needs) {
  const { transfer, start, cancel } = createDownload({ fetch, saveTo })

  const end = effect(() => {
    const { value } = transfer
    // Untracked: changes of the toasts must not repeat the message.
    untracked(() => {
      if (value.state === 'done') toasts.show(t('records.exported', { count: value.rows }))
      if (value.state === 'failed')
        toasts.show(t('records.exportFailed', { reason: value.reason }), 'danger')
    })
  })

  const isOfChosen = () => bulk.chosen.value.size > 0 && !bulk.isAll.value
  const total = () => (isOfChosen() ? bulk.count.value : (list.matching.value?.count ?? 0))

  return {
    transfer,
    cancel,
    /** True if the export is of individually selected rows. */
    isOfChosen,
    total,
    isCounted: () => list.matching.value !== undefined,
    /** True if more rows are selected than an export can name. */
    isTooMany: () => isOfChosen() && bulk.count.value > EXPORTED_BY_ID,
    start(kind: ExportKind): Promise<void> {
      const what = isOfChosen() ? { ids: [...bulk.chosen.value].join(',') } : list.filter.value
      const query = { ...(what as Record<string, string>), ...KINDS[kind] }
      const name = `inbox-${isoDay(new Date())}.${KINDS[kind].format}`
      return start(apiUrl('exportInbox', { query }), name, total())
    },
    stop(): void {
      cancel()
      end()
    },
  }
}
