import type { RefObject } from 'preact'
import type { Desk } from '../../../app/desk.ts'
import { addressOf, type Filter, VIEWS } from '../../../app/inbox/filter.ts'
import { type Command, useCommands } from '../../../app/keys/shortcuts.ts'
import { t } from '../../../locales/translate.ts'
import type { VirtualListHandle } from '../../../ui/virtual-list.tsx'
import type { InboxModels } from './models.ts'

interface Places {
  readonly field: RefObject<HTMLInputElement | null>
  readonly handle: { readonly current: VirtualListHandle | null }
}

/** Views with their own shortcut. */
const VIEW_KEYS = ['open', 'mine', 'unanswered', 'needs_person', 'snoozed', 'ended', 'all'] as const

/** Reports whether there is anything to do with selected conversations. */
export const maySelect = ({ session }: Pick<Desk, 'session'>): boolean =>
  session.may('conversations.change') || session.may('exports')

/** Commands of the list and of the open or selected conversation, as shortcuts and in the palette. */
export function useListCommands(desk: Desk, models: InboxModels, { field, handle }: Places): void {
  const { list, bulk, resolving } = models
  const hasTargets = () => bulk.targets().length > 0

  /** Opens the next conversation of the list. */
  function step(by: number): void {
    const items = list.items.value
    const index = items.findIndex(({ id }) => id === list.current.value)
    const next = index < 0 ? 0 : index + by
    const item = items[next]
    if (!item) return
    resolving.show(item.id, list.current.value !== undefined)
    handle.current?.scrollToIndex(next, 'auto')
    // The row may not be rendered yet.
    requestAnimationFrame(() => focusRow(item.id))
  }

  /** Marks conversations as unread. An open one is closed, because it would be marked as read immediately. */
  function leaveUnread(): void {
    const isOpen = list.current.value !== undefined && bulk.targets().includes(list.current.value)
    void bulk.run({ action: 'unread' })
    if (isOpen) desk.address.go(`/app/inbox${list.query.value}`)
  }

  const ask = (question: 'assign' | 'label' | 'snooze') => () => {
    bulk.question.value = question
  }
  const view = (filter: Filter) => () => desk.address.go(addressOf(filter))

  const mayChange = desk.session.may('conversations.change')
  const changes: readonly Command[] = [
    { id: 'conversation.assign', when: hasTargets, run: ask('assign') },
    { id: 'conversation.label', when: hasTargets, run: ask('label') },
    { id: 'conversation.snooze', when: hasTargets, run: ask('snooze') },
    {
      id: 'conversation.unsnooze',
      group: t('inbox.title'),
      title: t('actions.unsnooze'),
      when: () => bulk.rows().some((row) => row.snoozed_until !== null),
      run: () => void bulk.run({ action: 'unsnooze' }),
    },
    { id: 'conversation.unread', when: hasTargets, run: leaveUnread },
    { id: 'conversation.end', when: hasTargets, run: resolving.end },
  ]
  const selection: readonly Command[] = [
    {
      id: 'inbox.select',
      isKeyOnly: true,
      run: () => {
        const id = focusedRow() ?? list.current.value
        if (id !== undefined) bulk.toggle(id)
      },
    },
    {
      id: 'inbox.selectAll',
      when: () => desk.session.may('conversations.change') || list.filter.value.q === undefined,
      run: (event) => (event && isField(event.target) ? false : void bulk.chooseAll()),
    },
  ]

  useCommands(desk, [
    { id: 'inbox.next', isKeyOnly: true, run: () => step(1) },
    { id: 'inbox.previous', isKeyOnly: true, run: () => step(-1) },
    { id: 'inbox.search', run: () => field.current?.focus() },
    ...(maySelect(desk) ? selection : []),
    {
      id: 'inbox.sort',
      group: t('inbox.title'),
      title: t(list.sort.value === 'waiting' ? 'inbox.sortBy.activity' : 'inbox.sortBy.waiting'),
      run: () => list.sortBy(list.sort.value === 'waiting' ? 'activity' : 'waiting'),
    },
    ...(mayChange ? changes : []),
    ...VIEW_KEYS.map((name) => ({
      id: `inbox.view.${name}`,
      group: t('inbox.views'),
      title: t(`inbox.view.${name}`),
      run: view(VIEWS.find(([own]) => own === name)![1]),
    })),
  ])
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

const focusedRow = () =>
  (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('.row')?.dataset['id']

function focusRow(id: string): void {
  document
    .querySelector<HTMLElement>(`.list-pane .row[data-id="${id}"]`)
    ?.focus({ preventScroll: true })
}
