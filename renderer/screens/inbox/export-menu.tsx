import { commonTexts } from '../../texts/common.ts'
import { deedTexts } from '../../texts/deeds.ts'
import { recordsTexts as t } from '../../texts/records.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ExportIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import type { ExportKind, ExportModel } from './export-model.ts'

interface ExportProps {
  readonly model: ExportModel
}

/** The files that can be made of what is chosen, or of everything that matches. */
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
      label={commonTexts.export}
      align="end"
      items={[
        { heading: headingOf(model) },
        entry('csv', t.asCsv, t.asCsvHint),
        entry('sheet', t.asSheet, t.asSheetHint),
        entry('json', t.asJson, t.asJsonHint),
        'separator',
        entry('csvTranscripts', deedTexts.csvTranscripts, deedTexts.transcriptsHint),
        entry('jsonTranscripts', deedTexts.jsonTranscripts, deedTexts.transcriptsHint),
      ]}
      trigger={(props) => (
        <IconButton
          {...props}
          icon={ExportIcon}
          label={commonTexts.export}
          size="small"
          kind={kind}
          busy={isRunning}
        />
      )}
    />
  )
}

function headingOf(model: ExportModel): string {
  if (model.isTooMany()) return deedTexts.tooManyToExport
  const total = model.total()
  if (model.isOfChosen()) return deedTexts.selected(total)
  // Words are not counted before they are looked for.
  return model.isCounted() ? t.everything(total) : deedTexts.found
}

/** How far an export is, with a way to stop it. */
export function ExportProgress({ model }: ExportProps) {
  const transfer = model.transfer.value
  if (transfer.state !== 'running') return null
  const { rows, total } = transfer
  return (
    <div class="inbox-bulk inbox-export">
      <ProgressBar
        label={t.exporting}
        isLabelShown
        value={total ? Math.min(1, rows / total) : undefined}
        note={total && t.progress(rows, total, Math.min(1, rows / total))}
      />
      <Button size="small" onClick={model.cancel}>
        {commonTexts.cancel}
      </Button>
    </div>
  )
}
