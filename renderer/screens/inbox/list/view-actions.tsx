import { useSignal } from '@preact/signals'
import type { InboxView } from '#contracts/inbox-views.ts'
import type { Desk } from '../../../app/desk.ts'
import { addressOfView } from '../../../app/inbox/filter.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { MoreIcon } from '../../../ui/icons.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-row.tsx'
import { copy } from '../thread/message-actions.tsx'
import type { ListModel } from './list-model.ts'
import { ViewDialog } from './view-dialog.tsx'
import type { ViewsModel } from './views-model.ts'

interface ViewActionsProps {
  readonly desk: Pick<Desk, 'toasts' | 'session'>
  readonly list: Pick<ListModel, 'view' | 'narrow' | 'open'>
  readonly views: ViewsModel
  readonly view: InboxView
}

/** Maximum length of the name of a copied view, so that its addition fits. */
const MAX_COPIED = 45

/** Menu of a saved view, with what the operator may do with it. */
export function ViewActions(props: ViewActionsProps) {
  const { views, view } = props
  const isRenaming = useSignal(false)
  const label = t('inbox.viewMenu', { name: view.name })
  const rename = () => {
    isRenaming.value = true
  }
  return (
    <>
      <Menu
        label={label}
        align="end"
        items={entriesOf(props, rename)}
        trigger={(menu) => <IconButton {...menu} icon={MoreIcon} label={label} size="small" />}
      />
      {isRenaming.value && (
        <ViewDialog
          title={t('inbox.renameView')}
          name={view.name}
          onSave={async ({ name }) => void (await views.change(view, { name }))}
          onClose={() => {
            isRenaming.value = false
          }}
        />
      )}
    </>
  )
}

function entriesOf(props: ViewActionsProps, rename: () => void): (MenuEntry | false)[] {
  const { desk, views, view } = props
  const mayChange = views.mayChange(view)
  const neighbours = views.neighbours(view)
  const place = neighbours.findIndex(({ id }) => id === view.id)
  const link = new URL(addressOfView(view.id), location.origin).href
  const moving = (label: string, by: 1 | -1): MenuEntry | false =>
    neighbours.length > 1 && {
      label,
      isDisabled: neighbours[place + by] === undefined,
      onSelect: () => void views.move(view, by),
    }
  return [
    mayChange && { label: t('inbox.renameView'), onSelect: rename },
    mayChange &&
      (view.is_shared || views.mayShare()) && {
        label: t(view.is_shared ? 'inbox.unshareView' : 'inbox.shareView'),
        onSelect: () => void share(props),
      },
    desk.session.may('conversations.change') && {
      label: t('inbox.duplicateView'),
      onSelect: () => void duplicate(props),
    },
    moving(t('inbox.moveViewUp'), -1),
    moving(t('inbox.moveViewDown'), 1),
    {
      label: t('inbox.copyViewLink'),
      onSelect: () => void copy(desk, link, t('inbox.viewLinkCopied')),
    },
    mayChange && {
      label: t('inbox.deleteView'),
      isDanger: true,
      onSelect: () => void remove(props),
    },
  ]
}

/** Shares a view, or takes it back. */
async function share({ desk, views, view }: ViewActionsProps): Promise<void> {
  const changed = await views.attempt(() => views.change(view, { is_shared: !view.is_shared }))
  if (!changed) return
  const { name, is_shared } = changed
  desk.toasts.show(t(is_shared ? 'inbox.viewShared' : 'inbox.viewUnshared', { name }))
}

/** Saves a copy for the operator alone, and opens it. */
async function duplicate({ list, views, view }: ViewActionsProps): Promise<void> {
  const { filters, sort } = view
  const name = t('inbox.copyOfView', { name: [...view.name].slice(0, MAX_COPIED).join('') })
  const made = await views.attempt(() => views.create({ name, filters, sort, is_shared: false }))
  if (made) list.open(made.id)
}

/** Deletes a view, and offers to undo that. */
async function remove({ desk, list, views, view }: ViewActionsProps): Promise<void> {
  const isOpen = list.view.value?.id === view.id
  if (!(await views.remove(view))) return
  if (isOpen) list.narrow({ state: 'open' })
  // The button that opened the menu is gone.
  document.querySelector<HTMLElement>('.list-pane h1')?.focus({ preventScroll: true })
  desk.toasts.undo(t('inbox.viewDeleted', { name: view.name }), async () => {
    await views.restore(view)
    if (isOpen) list.open(view.id)
  })
}
