import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import type { AssistantOption } from '../records/assistant-options.ts'
import { ImportDrop } from '../records/import-drop.tsx'
import { ImportFormat } from '../records/import-format.tsx'
import { createImportModel } from './import-model.ts'
import { ImportPreview } from './import-preview.tsx'
import { EXAMPLE } from './import-rows.ts'

interface ImportDialogProps {
  readonly desk: Desk
  readonly assistants: readonly AssistantOption[]
  readonly onClose: () => void
}

/** Imports calls from another system: choose a file, review it, then import it as a whole. */
export function ImportDialog({ desk, assistants, onClose }: ImportDialogProps) {
  const model = useModel(() => createImportModel(desk.fetch, assistants), [assistants])
  const { busy, good, source, file, error } = model

  async function start(): Promise<void> {
    const count = await model.start()
    if (count === undefined) return
    desk.toasts.show(t('callImport.imported', { count }))
    onClose()
  }

  return (
    <Dialog
      title={t('callImport.importTitle')}
      size="large"
      canDismiss={!busy.value}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy.value} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            kind="primary"
            busy={busy.value}
            disabled={!model.canStart.value}
            onClick={() => void start()}
          >
            {file.value
              ? t('callImport.start', { count: good.value.length })
              : t('callImport.importTitle')}
          </Button>
        </>
      }
    >
      <div class="import">
        {!source.value && <p class="quiet">{t('callImport.importHint')}</p>}
        {error.value && <Banner tone="danger">{error.value}</Banner>}
        <ImportDrop
          name={source.value?.file.name}
          example={EXAMPLE}
          exampleName="calls-example.csv"
          disabled={busy.value}
          onFile={(chosen) => void model.read(chosen)}
        />
        {source.value && (
          <ImportFormat source={source.value} onChange={(change) => void model.setFormat(change)} />
        )}
        {file.value && <ImportPreview model={model} assistants={assistants} />}
        {busy.value && <ProgressBar label={t('callImport.importing')} isLabelShown />}
      </div>
    </Dialog>
  )
}
