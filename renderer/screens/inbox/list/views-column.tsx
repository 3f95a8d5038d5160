import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { InboxView } from '#contracts/inbox-views.ts'
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
import { TeamMark } from './team-mark.tsx'
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
  /** Shown before the label. */
  readonly mark?: ComponentChildren
  readonly filter: Filter
  readonly isCurrent: boolean
  readonly count: number | undefined
  readonly isMore?: boolean | undefined
  readonly isUrgent?: boolean
}

function View({ label, mark, filter, isCurrent, count, isMore, isUrgent }: ViewProps) {
  return (
    <a
      class={`view ${isUrgent && count ? 'is-urgent' : ''}`}
      href={addressOf(filter)}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {mark}
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

/** The teams' inboxes with the numbers of their open conversations. */
function Teams({ desk, current }: Pick<ViewsProps, 'desk'> & { readonly current: string }) {
  const teams = teamViews(desk)
  if (teams.length === 0) return null
  return (
    <>
      <h2 class="views-heading">{t('inbox.teams')}</h2>
      <ul>
        {teams.map(({ label, filter, mark, count }) => (
          <li key={filter.team}>
            <View
              label={label}
              mark={mark && <TeamMark {...mark} />}
              filter={filter}
              isCurrent={keyOf(filter) === current}
              count={count?.count}
              isMore={count?.is_more}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Views of the operator's teams together, and of each team. */
function teamViews({ team, inbox }: Pick<Desk, 'team' | 'inbox'>) {
  const counts = inbox.counts.value?.teams ?? []
  const filterOf = (id: string) => ({ state: 'open', team: id })
  const mine = counts.filter(({ id }) => team.mine.value.has(id))
  const together = {
    count: mine.reduce((sum, { count }) => sum + count, 0),
    is_more: mine.some(({ is_more }) => is_more),
  }
  const all = team.teams.value.map((one) => ({
    label: one.name,
    filter: filterOf(String(one.id)),
    mark: one,
    count: counts.find(({ id }) => id === one.id),
  }))
  if (team.mine.value.size === 0) return all
  const label = t('inbox.myTeams')
  return [{ label, filter: filterOf('mine'), mark: undefined, count: together }, ...all]
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
  const entry = (label: string, filter: Filter, count: number | undefined, isMore = false) => ({
    label: count ? `${label} · ${formatCompact(count)}${isMore ? '+' : ''}` : label,
    isChecked: keyOf(filter) === current,
    onSelect: () => desk.address.go(addressOf(filter)),
  })
  return (
    <Menu
      label={t('inbox.views')}
      items={[
        ...VIEWS.map(([name, filter]) => entry(t(`inbox.view.${name}`), filter, countOf(name))),
        ...teamViews(desk).map(({ label, filter, count }) =>
          entry(label, filter, count?.count, count?.is_more),
        ),
        views.saved.value.length > 0 && { heading: t('inbox.savedViews') },
        ...views.saved.value.map((view) => {
          const saved = counts?.saved.find(({ id }) => id === view.id)
          return entry(view.name, savedFilter(view), saved?.count, saved?.is_more)
        }),
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
  desk: Pick<Desk, 'team' | 'inbox'>,
  filter: Filter,
  saved: readonly InboxView[],
): string =>
  teamViews(desk).find((view) => keyOf(view.filter) === keyOf(filter))?.label ??
  viewName(filter, saved)

/** Name of the built-in view with this filter; undefined if there is none. */
export const builtIn = (filter: Filter): ViewName | undefined =>
  VIEWS.find(([, own]) => keyOf(own) === keyOf(filter))?.[0]
