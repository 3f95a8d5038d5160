import { useSignal } from '@preact/signals'
import type { InboxView } from '#contracts/inbox.ts'
import type { Desk } from '../../../app/desk.ts'
import { addressOf, type Filter, keyOf, VIEWS, type ViewName } from '../../../app/inbox/filter.ts'
import { formatCompact, formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ExpandIcon, MoreIcon } from '../../../ui/icons.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { ListModel } from './list-model.ts'
import { NameDialog } from './name-dialog.tsx'
import type { ViewsModel } from './views-model.ts'

interface ViewsProps {
  readonly desk: Pick<Desk, 'inbox' | 'toasts' | 'address' | 'notifications' | 'session' | 'team'>
  readonly list: ListModel
  readonly views: ViewsModel
}

/** Views that stand out while they have conversations. */
const URGENT: readonly ViewName[] = ['needs_person', 'unanswered', 'mentions']

/** Numbers of the views: their conversations, or those with unread mentions. */
function countIn({ inbox, notifications }: ViewsProps['desk']) {
  const counts = inbox.counts.value?.views
  const mentions = notifications.mentionedIn.value.size
  return (name: ViewName) => (name === 'mentions' ? mentions : counts?.[name])
}

/** The views of the inbox with their counts. */
export function ViewsColumn({ desk, list, views }: ViewsProps) {
  const counts = desk.inbox.counts.value
  const countOf = countIn(desk)
  const current = keyOf(list.filter.value)
  const saved = views.saved.value
  return (
    <nav class="views" aria-label={t('inbox.views')}>
      <ul>
        {VIEWS.map(([name, filter]) => (
          <li key={name}>
            <View
              label={t(`inbox.view.${name}`)}
              filter={filter}
              isCurrent={keyOf(filter) === current}
              count={countOf(name)}
              isUrgent={URGENT.includes(name)}
            />
          </li>
        ))}
      </ul>
      <Teams desk={desk} current={current} />
      {saved.length > 0 && (
        <>
          <h2 class="views-heading">{t('inbox.savedViews')}</h2>
          <ul>
            {saved.map((view) => (
              <Saved
                key={view.id}
                view={view}
                current={current}
                count={counts?.saved.find(({ id }) => id === view.id)}
                desk={desk}
                views={views}
              />
            ))}
          </ul>
        </>
      )}
    </nav>
  )
}

interface ViewProps {
  readonly label: string
  readonly filter: Filter
  readonly isCurrent: boolean
  readonly count: number | undefined
  readonly isMore?: boolean | undefined
  readonly isUrgent?: boolean
}

function View({ label, filter, isCurrent, count, isMore, isUrgent }: ViewProps) {
  return (
    <a
      class={`view ${isUrgent && count ? 'is-urgent' : ''}`}
      href={addressOf(filter)}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span class="view-name" dir="auto">
        {label}
      </span>
      {count !== undefined && count > 0 && (
        <span class="view-count" title={formatNumber(count)}>
          {formatCompact(count)}
          {isMore && '+'}
        </span>
      )}
    </a>
  )
}

/** The teams' inboxes, without counts: those of teams are not kept. */
function Teams({ desk, current }: { readonly desk: Pick<Desk, 'team'>; readonly current: string }) {
  const teams = teamViews(desk)
  if (teams.length === 0) return null
  return (
    <>
      <h2 class="views-heading">{t('inbox.teams')}</h2>
      <ul>
        {teams.map(({ label, filter }) => (
          <li key={filter.team}>
            <View
              label={label}
              filter={filter}
              isCurrent={keyOf(filter) === current}
              count={undefined}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Views of the operator's teams together, and of each team. */
function teamViews({ team }: Pick<Desk, 'team'>) {
  const teams = team.teams.value
  const view = (label: string, id: string) => ({ label, filter: { state: 'open', team: id } })
  return [
    ...(team.mine.value.size > 0 ? [view(t('inbox.myTeams'), 'mine')] : []),
    ...teams.map(({ id, name }) => view(name, String(id))),
  ]
}

interface SavedProps extends Pick<ViewsProps, 'desk' | 'views'> {
  readonly view: InboxView
  readonly current: string
  readonly count:
    | { readonly count?: number | undefined; readonly is_more?: boolean | undefined }
    | undefined
}

function Saved({ view, current, count, desk, views }: SavedProps) {
  const asked = useSignal<'rename' | 'delete'>()
  const close = () => {
    asked.value = undefined
  }
  const filter = savedFilter(view)
  return (
    <li class="view-saved">
      <View
        label={view.name}
        filter={filter}
        isCurrent={keyOf(filter) === current}
        count={count?.count}
        isMore={count?.is_more}
      />
      {desk.session.may('conversations.change') && (
        <Menu
          label={t('inbox.viewMenu', { name: view.name })}
          align="end"
          items={[
            { label: t('inbox.renameView'), onSelect: () => (asked.value = 'rename') },
            {
              label: t('inbox.deleteView'),
              isDanger: true,
              onSelect: () => (asked.value = 'delete'),
            },
          ]}
          trigger={(props) => (
            <IconButton
              {...props}
              icon={MoreIcon}
              label={t('inbox.viewMenu', { name: view.name })}
              size="small"
            />
          )}
        />
      )}
      {asked.value === 'rename' && (
        <NameDialog
          title={t('inbox.renameView')}
          name={view.name}
          onSave={(name) => views.rename(view.id, name)}
          onClose={close}
        />
      )}
      {asked.value === 'delete' && (
        <ConfirmDialog
          title={t('inbox.deleteView')}
          confirm={t('common.delete')}
          isDanger
          onConfirm={async () => {
            if (await views.remove(view))
              desk.toasts.show(t('inbox.viewDeleted', { name: view.name }))
          }}
          onClose={close}
        >
          <p dir="auto">{view.name}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

/** Converts a saved view to a filter. */
export function savedFilter({ filters }: Pick<InboxView, 'filters'>): Filter {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, String(value)]),
  ) as Filter
}

/** Menu of the views, if there is no room for the column. */
export function ViewsMenu({ desk, list, views }: ViewsProps) {
  const counts = desk.inbox.counts.value
  const countOf = countIn(desk)
  const current = keyOf(list.filter.value)
  const entry = (label: string, filter: Filter, count: number | undefined) => ({
    label: count ? `${label} · ${formatCompact(count)}` : label,
    isChecked: keyOf(filter) === current,
    onSelect: () => desk.address.go(addressOf(filter)),
  })
  return (
    <Menu
      label={t('inbox.views')}
      items={[
        ...VIEWS.map(([name, filter]) => entry(t(`inbox.view.${name}`), filter, countOf(name))),
        ...teamViews(desk).map(({ label, filter }) => entry(label, filter, undefined)),
        views.saved.value.length > 0 && { heading: t('inbox.savedViews') },
        ...views.saved.value.map((view) =>
          entry(
            view.name,
            savedFilter(view),
            counts?.saved.find(({ id }) => id === view.id)?.count,
          ),
        ),
      ]}
      trigger={(props) => (
        <Button {...props} kind="quiet" size="small" iconEnd={ExpandIcon}>
          {titleOfView(desk, list.filter.value, views.saved.value)}
        </Button>
      )}
    />
  )
}

/** Title of the list: the name of its view, or a label for a filtered list. */
export function viewName(filter: Filter, saved: readonly InboxView[]): string {
  const own = saved.find((view) => keyOf(savedFilter(view)) === keyOf(filter))
  const name = builtIn(filter)
  return own?.name ?? (name ? t(`inbox.view.${name}`) : t('inbox.customView'))
}

/** Title of the list, which may be that of a team. */
export const titleOfView = (
  desk: Pick<Desk, 'team'>,
  filter: Filter,
  saved: readonly InboxView[],
): string =>
  teamViews(desk).find((view) => keyOf(view.filter) === keyOf(filter))?.label ??
  viewName(filter, saved)

/** Name of the built-in view with this filter; undefined if there is none. */
export const builtIn = (filter: Filter): ViewName | undefined =>
  VIEWS.find(([, own]) => keyOf(own) === keyOf(filter))?.[0]
