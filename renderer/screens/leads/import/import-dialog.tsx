import '../leads.css'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import { Banner } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { ImportDrop } from '../../records/import-drop.tsx'
import { ImportFormat } from '../../records/import-format.tsx'
import type { CampaignOption } from '../list/model.ts'
import { EXAMPLE } from './columns.ts'
import { Columns, ImportOptions } from './import-columns.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { createLeadImportModel, type LeadImportModel } from './model.ts'

interface ImportDialogProps {
  readonly desk: Desk
  readonly campaigns: readonly CampaignOption[]
  readonly campaignId?: number | undefined
  readonly onClose: () => void
}

/** Imports leads: choose a file, map its columns, check it without adding anything, then import it. */
export function ImportDialog(props: ImportDialogProps) {
  const { desk, campaigns, onClose } = props
  const campaignId = props.campaignId ?? campaigns[0]?.id
  const model = useModel(() => createLeadImportModel(desk, String(campaignId ?? '')))
  const { source, chosen, running, imported, error } = model
  const isRunning = running.value !== undefined
  return (
    <Dialog
      title={t('leadImport.title')}
      size="large"
      canDismiss={!isRunning}
      onClose={onClose}
      actions={<Actions desk={desk} model={model} onClose={onClose} />}
    >
      <div class="import">
        {!source.value && <p class="quiet">{t('leadImport.hint')}</p>}
        {error.value && <Banner tone="danger">{error.value}</Banner>}
        {!imported.value && (
          <ImportDrop
            name={source.value?.file.name}
            example={EXAMPLE}
            exampleName="leads-example.csv"
            disabled={isRunning}
            onFile={(file) => void model.read(file)}
          />
        )}
        <Progress model={model} />
        <ImportOutcome model={model} />
        {source.value && !imported.value && (
          <fieldset class="import-fields" disabled={isRunning}>
            <ImportFormat
              source={source.value}
              onChange={(change) => void model.setFormat(change)}
            />
          </fieldset>
        )}
        {chosen.value && !imported.value && (
          <fieldset class="import-fields" disabled={isRunning}>
            <ImportOptions model={model} campaigns={campaigns} />
            <Columns model={model} />
          </fieldset>
        )}
      </div>
    </Dialog>
  )
}

interface PartProps {
  readonly model: LeadImportModel
}

function Actions({
  desk,
  model,
  onClose,
}: PartProps & Pick<ImportDialogProps, 'desk' | 'onClose'>) {
  const { running, checked, imported, canCheck, progress } = model

  async function start(): Promise<void> {
    const outcome = await model.start()
    if (!outcome) return
    desk.toasts.show(t('leadImport.imported', { count: outcome.imported }))
    if (outcome.skipped_count === 0) onClose()
  }

  if (imported.value) {
    return (
      <Button kind="primary" autofocus onClick={onClose}>
        {t('common.close')}
      </Button>
    )
  }
  // Once it is being added, an import is completed whatever happens.
  const canCancel = running.value !== undefined && progress.value?.stage !== 'adding'
  return (
    <>
      <Button
        disabled={running.value !== undefined && !canCancel}
        onClick={running.value ? model.cancel : onClose}
      >
        {t('common.cancel')}
      </Button>
      {checked.value ? (
        <Button
          kind="primary"
          busy={running.value === 'import'}
          disabled={checked.value.imported === 0}
          onClick={() => void start()}
        >
          {t('leadImport.start', { count: checked.value.imported })}
        </Button>
      ) : (
        <Button
          kind="primary"
          busy={running.value === 'check'}
          disabled={!canCheck.value}
          onClick={() => void model.check()}
        >
          {t('leadImport.check')}
        </Button>
      )}
    </>
  )
}

function Progress({ model: { running, progress } }: PartProps) {
  if (!running.value) return null
  const { stage = 'sending', share } = progress.value ?? {}
  return (
    <ProgressBar
      label={
        running.value === 'check' && stage === 'reading'
          ? t('leadImport.stages.checking')
          : t(`leadImport.stages.${stage}`)
      }
      isLabelShown
      value={share}
    />
  )
}
