import { useSignal } from '@preact/signals'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ResetIcon, SaveIcon } from '../../../ui/icons-work.tsx'
import type { ListModel } from './list-model.ts'
import { ViewDialog } from './view-dialog.tsx'
import type { ViewsModel } from './views-model.ts'

interface ViewChangesProps {
  readonly desk: Pick<Desk, 'toasts' | 'session'>
  readonly list: Pick<ListModel, 'filter' | 'sort' | 'view' | 'isAltered' | 'reset' | 'open'>
  readonly views: ViewsModel
}

/** Saves filters and order as a view or in the open one, or goes back to what it has saved. */
export function ViewChanges({ desk, list, views }: ViewChangesProps) {
  const isNaming = useSignal(false)
  const isBusy = useSignal(false)
  const view = list.view.value
  const isAltered = list.isAltered.value
  const current = () => ({ filters: list.filter.value as object, sort: list.sort.value })

  async function saveChanges(): Promise<void> {
    if (!view) return
    isBusy.value = true
    const changed = await views.attempt(() => views.change(view, current()))
    isBusy.value = false
    if (!changed) return
    list.reset()
    desk.toasts.show(t('inbox.viewSaved', { name: changed.name }))
  }

  return (
    <div class={view ? 'view-changes' : undefined}>
      {view && isAltered && views.mayChange(view) && (
        <Button size="small" icon={SaveIcon} busy={isBusy.value} onClick={() => void saveChanges()}>
          {t('inbox.saveChanges')}
        </Button>
      )}
      {isAltered && (
        <IconButton
          size="small"
          icon={ResetIcon}
          label={t('inbox.resetView')}
          onClick={list.reset}
        />
      )}
      {desk.session.may('conversations.change') && (!view || isAltered) && (
        <Button
          kind="quiet"
          size="small"
          icon={view ? undefined : SaveIcon}
          onClick={() => {
            isNaming.value = true
          }}
        >
          {t('inbox.saveView')}
        </Button>
      )}
      {isNaming.value && (
        <ViewDialog
          title={t('inbox.saveViewTitle')}
          name={list.filter.value.q ?? ''}
          mayShare={views.mayShare()}
          onSave={async ({ name, isShared }) => {
            const made = await views.create({ name, ...current(), is_shared: isShared })
            list.open(made.id)
            desk.toasts.show(t('inbox.viewSaved', { name }))
          }}
          onClose={() => {
            isNaming.value = false
          }}
        />
      )}
    </div>
  )
}
