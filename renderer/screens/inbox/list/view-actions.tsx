import { useSignal } from '@preact/signals'
import type { InboxView } from '#contracts/inbox-views.ts'
import type { Desk } from '../../../app/desk.ts'
import { addressOfView } from '../../../app/inbox/filter.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
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

/** Dialogs of the menu. */
type Question = 'rename' | 'unshare'

/** Maximum length of the name of a copied view, so that its addition fits. */
const MAX_COPIED = 45

/** Menu of a saved view, with what the operator may do with it. */
export function ViewActions(props: ViewActionsProps) {
  const { views, view } = props
  const question = useSignal<Question>()
  const label = t('inbox.viewMenu', { name: view.name })
  const close = () => {
    question.value = undefined
  }
  return (
    <>
      <Menu
        label={label}
        align="end"
        items={entriesOf(props, (asked) => {
          question.value = asked
        })}
        trigger={(menu) => <IconButton {...menu} icon={MoreIcon} label={label} size="small" />}
      />
      {question.value === 'rename' && (
        <ViewDialog
          title={t('inbox.renameView')}
          name={view.name}
          onSave={async ({ name }) => void (await views.change(view, { name }))}
          onClose={close}
        />
      )}
      {question.value === 'unshare' && (
        <ConfirmDialog
          title={t('inbox.unshareViewTitle', { name: view.name })}
          confirm={t('inbox.unshareView')}
          onConfirm={() => share(props)}
          onClose={close}
        >
          <p>{t('inbox.unshareViewHint', { person: views.ownerOf(view) ?? '' })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function entriesOf(
  props: ViewActionsProps,
  ask: (question: Question) => void,
): (MenuEntry | false)[] {
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
    mayChange && { label: t('inbox.renameView'), onSelect: () => ask('rename') },
    mayChange &&
      (view.is_shared || views.mayShare()) && {
        label: t(view.is_shared ? 'inbox.unshareView' : 'inbox.shareView'),
        onSelect: () => {
          if (view.is_shared && views.ownerOf(view) !== undefined) ask('unshare')
          else void views.attempt(() => share(props))
        },
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

/** Shares a view, or takes it back. Whoever does not see it any more gets another list. */
async function share({ desk, list, views, view }: ViewActionsProps): Promise<void> {
  const isOpen = list.view.value?.id === view.id
  const isGiven = view.is_shared && views.ownerOf(view) !== undefined
  const { name, is_shared } = await views.change(view, { is_shared: !view.is_shared })
  if (isGiven) leave(list, isOpen)
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
  leave(list, isOpen)
  desk.toasts.undo(t('inbox.viewDeleted', { name: view.name }), async () => {
    await views.restore(view)
    if (isOpen) list.open(view.id)
  })
}

/** Leaves a view that is gone from the column. */
function leave(list: ViewActionsProps['list'], isOpen: boolean): void {
  if (isOpen) list.narrow({ state: 'open' })
  // The button that opened the menu is gone.
  document.querySelector<HTMLElement>('.list-pane h1')?.focus({ preventScroll: true })
}
