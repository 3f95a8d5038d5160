import { formatShare } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ExportIcon } from '../../../ui/icons-work.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import type { ExportKind, ExportModel } from './export-model.ts'

interface ExportProps {
  readonly model: ExportModel
}

/** Export formats for the selection, or for everything that matches. */
export function ExportMenu({
  model,
  kind,
}: ExportProps & { readonly kind: 'quiet' | 'secondary' }) {
  const isDisabled = model.isTooMany()
  const isRunning = model.transfer.value.state === 'running'
  const entry = (name: ExportKind, label: string, hint: string) => ({
    label,
    hint,
    isDisabled,
    onSelect: () => void model.start(name),
  })
  return (
    <Menu
      label={t('common.export')}
      align="end"
      items={[
        { heading: headingOf(model) },
        entry('csv', t('records.asCsv'), t('records.asCsvHint')),
        entry('sheet', t('records.asSheet'), t('records.asSheetHint')),
        entry('json', t('records.asJson'), t('records.asJsonHint')),
        'separator',
        entry('csvTranscripts', t('actions.csvTranscripts'), t('actions.transcriptsHint')),
        entry('jsonTranscripts', t('actions.jsonTranscripts'), t('actions.transcriptsHint')),
      ]}
      trigger={(props) => (
        <IconButton
          {...props}
          icon={ExportIcon}
          label={t('common.export')}
          size="small"
          kind={kind}
          busy={isRunning}
        />
      )}
    />
  )
}

function headingOf(model: ExportModel): string {
  if (model.isTooMany()) return t('actions.tooManyToExport')
  const total = model.total()
  if (model.isOfChosen()) return t('actions.selected', { count: total })
  // Search matches are not counted before the search has run.
  return model.isCounted() ? t('records.everything', { count: total }) : t('actions.found')
}

/** Progress of an export, with a button to cancel it. */
export function ExportProgress({ model }: ExportProps) {
  const transfer = model.transfer.value
  if (transfer.state !== 'running') return null
  const { rows, total } = transfer
  return (
    <div class="inbox-bulk inbox-export">
      <ProgressBar
        label={t('records.exporting')}
        isLabelShown
        value={total ? Math.min(1, rows / total) : undefined}
        note={
          total &&
          t('records.progress', { rows, total, share: formatShare(Math.min(1, rows / total)) })
        }
      />
      <Button size="small" onClick={model.cancel}>
        {t('common.cancel')}
      </Button>
    </div>
  )
}
