import { untracked, useSignalEffect } from '@preact/signals'
import type { ExportFormat } from '#contracts/export.ts'
import type { Desk } from '../../app/desk.ts'
import { formatShare } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { isoDay } from '../../ui/date-presets.ts'
import { ExportIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createDownload } from './download.ts'
import { saveTo } from './save-to.ts'

interface ExportMenuProps {
  readonly desk: Pick<Desk, 'fetch' | 'session' | 'toasts'>
  readonly urlOf: (query: Readonly<Record<string, string>>) => string
  /** File name before the date. */
  readonly name: string
  /** The filters of the list. */
  readonly query: Readonly<Record<string, string>>
  readonly total: number
}

/** Exports everything that matches, with progress, for operators who may export. */
export function ExportMenu(props: ExportMenuProps) {
  return props.desk.session.may('exports') ? <Exporting {...props} /> : null
}

function Exporting({ desk, urlOf, name, query, total }: ExportMenuProps) {
  const download = useModel(() => {
    const made = createDownload({ fetch: desk.fetch, saveTo })
    return { ...made, stop: made.cancel }
  })
  const transfer = download.transfer.value

  useSignalEffect(() => {
    const { value } = download.transfer
    // Untracked: changes of the toasts must not repeat the message.
    untracked(() => {
      if (value.state === 'done') desk.toasts.show(t('records.exported', { count: value.rows }))
      if (value.state === 'failed')
        desk.toasts.show(t('records.exportFailed', { reason: value.reason }), 'danger')
    })
  })

  function start(format: ExportFormat, bom: '0' | '1' = '0'): void {
    const asked = { ...query, format, ...(bom === '1' && { bom }) }
    const file = `${name}-${isoDay(new Date())}.${format}`
    void download.start(urlOf(asked), file, total)
  }

  if (transfer.state === 'running') {
    const { rows, total: all = total } = transfer
    const words = t('records.progress', {
      rows,
      total: all,
      share: formatShare(all === 0 ? 1 : Math.min(1, rows / all)),
    })
    return (
      <div class="export-progress" title={words}>
        <progress
          max={Math.max(1, all)}
          value={rows}
          aria-label={t('records.exporting')}
          aria-valuetext={words}
        />
        <span class="export-words" aria-hidden="true">
          {formatShare(Math.min(1, rows / Math.max(1, all)))}
        </span>
        <Button size="small" onClick={download.cancel}>
          {t('common.cancel')}
        </Button>
      </div>
    )
  }
  return (
    <Menu
      label={t('common.export')}
      align="end"
      items={[
        { heading: t('records.everything', { count: total }) },
        { label: t('records.asCsv'), hint: t('records.asCsvHint'), onSelect: () => start('csv') },
        {
          label: t('records.asSheet'),
          hint: t('records.asSheetHint'),
          onSelect: () => start('csv', '1'),
        },
        {
          label: t('records.asJson'),
          hint: t('records.asJsonHint'),
          onSelect: () => start('json'),
        },
      ]}
      trigger={(props) => (
        <Button {...props} size="small" icon={ExportIcon} data-list-export>
          {t('common.export')}
        </Button>
      )}
    />
  )
}
