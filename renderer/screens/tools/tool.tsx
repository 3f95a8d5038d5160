import './tools.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Tool } from '#contracts/tools.ts'
import type { Desk } from '../../app/desk.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { useLeaveGuard } from '../../app/use-leave-guard.tsx'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { removeTool } from './list-model.ts'
import { goToMistake, SaveBar } from './save-bar.tsx'
import { ToolForm } from './tool-form.tsx'
import { createToolModel, type ToolModel } from './tool-model.ts'
import { TryCall } from './try-call.tsx'
import { createTryModel } from './try-model.ts'

const LIST = '/app/tools'
const BACK = { href: LIST, label: t('tools.back') }

/** A tool: its purpose and request, with a test call. */
export function ToolScreen({ desk, params }: ScreenProps) {
  const id = params['id'] === 'new' ? undefined : Number(params['id'])
  const model = useModel(() => createToolModel(desk.api, id), [id])
  useEffect(() => void model.load(), [model])
  if (model.draft.value) return <Editor key={id ?? 'new'} desk={desk} model={model} />
  return (
    <Page>
      <PageHead title={t('tools.one')} back={BACK} />
      {model.error.value ? (
        <ErrorState title={t('tools.notThere')} onRetry={() => void model.load()}>
          <p>{model.error.value}</p>
        </ErrorState>
      ) : (
        <Loading label={t('tools.loadingOne')} rows={4} />
      )}
    </Page>
  )
}

interface EditorProps {
  readonly desk: Desk
  readonly model: ToolModel
}

function Editor({ desk, model }: EditorProps) {
  const trial = useModel(() => createTryModel(desk.api, model), [model])
  const isDeleting = useSignal(false)
  const guard = useLeaveGuard(desk.address, model.isDirty.value, t('tools.leave'))
  const saved = model.saved.value

  /** Navigates without asking about unsaved changes. */
  function leave(to: string): void {
    desk.address.guard(() => true)
    desk.address.go(to, { replace: true })
  }

  function onSaved({ id, name }: Tool): void {
    desk.toasts.show(t('tools.saved', { name }))
    if (model.id === undefined) leave(`${LIST}/${id}`)
  }

  async function saveAndGo(href: string): Promise<void> {
    const tool = await model.save()
    if (!tool) return goToMistake()
    desk.toasts.show(t('tools.saved', { name: tool.name }))
    // Replaces the address, so that Back leads to the saved tool.
    if (model.id === undefined) leave(`${LIST}/${tool.id}`)
    desk.address.go(href)
  }

  return (
    <Page>
      <PageHead
        title={saved?.name ?? t('tools.new')}
        back={BACK}
        lead={saved && <UsedBy names={model.users.value} />}
      >
        {saved && (
          <Button
            icon={TrashIcon}
            onClick={() => {
              isDeleting.value = true
            }}
          >
            {t('tools.delete')}
          </Button>
        )}
      </PageHead>
      <ToolForm model={model} />
      <TryCall
        model={trial}
        schema={model.draft.value?.schema ?? []}
        isDirty={model.isDirty.value}
        onSaveAndGo={(href) => void saveAndGo(href)}
      />
      <SaveBar desk={desk} model={model} onSaved={onSaved} />
      {isDeleting.value && saved && (
        <DeleteDialog
          tool={saved}
          users={model.users.value}
          remove={(id) => removeTool(desk.api, id)}
          onDeleted={({ name }) => {
            desk.toasts.show(t('tools.deleted', { name }))
            leave(LIST)
          }}
          onClose={() => {
            isDeleting.value = false
          }}
        />
      )}
      {guard}
    </Page>
  )
}

function UsedBy({ names }: { readonly names: readonly string[] }) {
  if (names.length > 0) return <bdi>{t('tools.usedByThese', { names: names.join(', ') })}</bdi>
  return (
    <>
      {t('tools.usedByNobody')} <a href="/app/assistants">{t('tools.choose')}</a>
    </>
  )
}
