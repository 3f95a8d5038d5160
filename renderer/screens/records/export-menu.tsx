import { untracked, useSignalEffect } from '@preact/signals'
import type { ExportFormat } from '#contracts/export.ts'
import type { Desk } from '../../desk.ts'
import { commonTexts } from '../../texts/common.ts'
import { formatShare } from '../../texts/format.ts'
import { recordsTexts as t } from '../../texts/records.ts'
import { Button } from '../../ui/button.tsx'
import { isoDay } from '../../ui/date-presets.ts'
import { ExportIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createDownload } from './download.ts'
import { saveTo } from './save-to.ts'

interface ExportMenuProps {
  readonly desk: Pick<Desk, 'fetch' | 'toasts'>
  readonly urlOf: (query: Readonly<Record<string, string>>) => string
  /** What the file is called, before the day. */
  readonly name: string
  /** The filters of the list. */
  readonly query: Readonly<Record<string, string>>
  readonly total: number
}

/** Everything that matches as a file, with how far it is. */
export function ExportMenu({ desk, urlOf, name, query, total }: ExportMenuProps) {
  const download = useModel(() => {
    const made = createDownload({ fetch: desk.fetch, saveTo })
    return { ...made, stop: made.cancel }
  })
  const transfer = download.transfer.value

  useSignalEffect(() => {
    const { value } = download.transfer
    // Untracked: the toasts that are there are no reason to say it again.
    untracked(() => {
      if (value.state === 'done') desk.toasts.show(t.exported(value.rows))
      if (value.state === 'failed') desk.toasts.show(t.exportFailed(value.reason), 'danger')
    })
  })

  function start(format: ExportFormat, bom: '0' | '1' = '0'): void {
    const asked = { ...query, format, ...(bom === '1' && { bom }) }
    const file = `${name}-${isoDay(new Date())}.${format}`
    void download.start(urlOf(asked), file, total)
  }

  if (transfer.state === 'running') {
    const { rows, total: all = total } = transfer
    const words = t.progress(rows, all, all === 0 ? 1 : Math.min(1, rows / all))
    return (
      <div class="export-progress" title={words}>
        <progress
          max={Math.max(1, all)}
          value={rows}
          aria-label={t.exporting}
          aria-valuetext={words}
        />
        <span class="export-words" aria-hidden="true">
          {formatShare(Math.min(1, rows / Math.max(1, all)))}
        </span>
        <Button size="small" onClick={download.cancel}>
          {commonTexts.cancel}
        </Button>
      </div>
    )
  }
  return (
    <Menu
      label={commonTexts.export}
      align="end"
      items={[
        { heading: t.everything(total) },
        { label: t.asCsv, hint: t.asCsvHint, onSelect: () => start('csv') },
        { label: t.asSheet, hint: t.asSheetHint, onSelect: () => start('csv', '1') },
        { label: t.asJson, hint: t.asJsonHint, onSelect: () => start('json') },
      ]}
      trigger={(props) => (
        <Button {...props} size="small" icon={ExportIcon} data-list-export>
          {commonTexts.export}
        </Button>
      )}
    />
  )
}
