import '../records/import.css'
import { useRef } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFileDrop } from '../../ui/drop-zone.tsx'
import { UploadIcon } from '../../ui/icons-work.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import type { AssistantOption } from '../records/assistant-options.ts'
import { createImportModel, type ImportModel } from './import-model.ts'
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
  const { busy, good, file, error } = model

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
        {!file.value && <p class="quiet">{t('callImport.importHint')}</p>}
        {error.value && <Banner tone="danger">{error.value}</Banner>}
        <Drop model={model} />
        {file.value && <ImportPreview model={model} assistants={assistants} />}
        {busy.value && <ProgressBar label={t('callImport.importing')} isLabelShown />}
      </div>
    </Dialog>
  )
}

/** Drop zone and file picker. */
function Drop({ model }: { readonly model: ImportModel }) {
  const input = useRef<HTMLInputElement>(null)
  const { isOver, handlers } = useFileDrop(([dropped]) => dropped && void model.read(dropped))
  const { file } = model

  return (
    <div class={`drop ${isOver ? 'is-over' : ''} ${file.value ? 'is-filled' : ''}`} {...handlers}>
      <UploadIcon size={24} />
      <p>{file.value ? <bdi>{file.value.name}</bdi> : t('callImport.drop')}</p>
      <div class="drop-actions">
        <Button size="small" autofocus onClick={() => input.current?.click()}>
          {file.value ? t('callImport.another') : t('callImport.choose')}
        </Button>
        <a
          class="button is-quiet is-small"
          download="calls-example.csv"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(EXAMPLE)}`}
        >
          <span>{t('callImport.example')}</span>
        </a>
      </div>
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={t('callImport.choose')}
        accept=".csv,text/csv"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) void model.read(chosen)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
