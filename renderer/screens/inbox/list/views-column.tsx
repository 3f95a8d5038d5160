import type { ComponentChildren } from 'preact'
import type { InboxView } from '#contracts/inbox-views.ts'
import type { Desk } from '../../../app/desk.ts'
import {
  addressOf,
  addressOfView,
  type Filter,
  keyOf,
  VIEWS,
  type ViewName,
} from '../../../app/inbox/filter.ts'
import { formatCompact, formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { ExpandIcon } from '../../../ui/icons.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { ListModel } from './list-model.ts'
import { TeamMark } from './team-mark.tsx'
import { ViewActions } from './view-actions.tsx'
import { teamViews, titleOfView } from './view-names.ts'
import type { ViewsModel } from './views-model.ts'

interface ViewsProps {
  readonly desk: Pick<
    Desk,
    'api' | 'inbox' | 'toasts' | 'address' | 'notifications' | 'session' | 'team'
  >
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

/** Saved views under their headings. */
function savedGroups({ views, desk }: Pick<ViewsProps, 'views' | 'desk'>) {
  const counts = desk.inbox.counts.value?.saved ?? []
  const all = views.saved.value.map((view) => ({
    view,
    count: counts.find(({ id }) => id === view.id),
  }))
  return [
    {
      heading: t('inbox.sharedViews'),
      entries: all.filter(({ view }) => view.is_shared),
    },
    { heading: t('inbox.ownViews'), entries: all.filter(({ view }) => !view.is_shared) },
  ].filter(({ entries }) => entries.length > 0)
}

/** Key of the filter that a built-in or a team's view must have to be the current one; none while a saved view is open. */
const currentKey = ({ filter, view, isMissing }: ListModel): string | undefined =>
  view.value || isMissing.value ? undefined : keyOf(filter.value)

/** Number of a view, with a plus sign for a lower bound; undefined for none. */
function numberOf(
  count: number | undefined,
  isMore: boolean | undefined,
  format = formatCompact,
): string | undefined {
  if (count === undefined || (count === 0 && !isMore)) return undefined
  return `${format(count)}${isMore ? '+' : ''}`
}

/** The views of the inbox with their counts. */
export function ViewsColumn(props: ViewsProps) {
  const { desk, list } = props
  const countOf = countIn(desk)
  const current = currentKey(list)
  return (
    <nav class="views" aria-label={t('inbox.views')}>
      <ul>
        {VIEWS.map(([name, filter]) => (
          <li key={name}>
            <View
              label={t(`inbox.view.${name}`)}
              href={addressOf(filter)}
              isCurrent={keyOf(filter) === current}
              count={countOf(name)}
              isUrgent={URGENT.includes(name)}
            />
          </li>
        ))}
      </ul>
      <Teams desk={desk} current={current} />
      {savedGroups(props).map(({ heading, entries }) => (
        <div key={heading}>
          <h2 class="views-heading">{heading}</h2>
          <ul>
            {entries.map(({ view, count }) => (
              <Saved key={view.id} {...props} view={view} count={count} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

interface ViewProps {
  readonly label: string
  /** Shown before the label. */
  readonly mark?: ComponentChildren
  readonly href: string
  readonly isCurrent: boolean
  readonly count: number | undefined
  readonly isMore?: boolean | undefined
  readonly isUrgent?: boolean
}

function View({ label, mark, href, isCurrent, count, isMore, isUrgent }: ViewProps) {
  const number = numberOf(count, isMore)
  return (
    <a
      class={`view ${isUrgent && count ? 'is-urgent' : ''}`}
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {mark}
      <span class="view-name" dir="auto">
        {label}
      </span>
      {number !== undefined && (
        <span class="view-count" title={numberOf(count, isMore, formatNumber)}>
          {number}
        </span>
      )}
    </a>
  )
}

interface TeamsProps extends Pick<ViewsProps, 'desk'> {
  readonly current: string | undefined
}

/** The teams' inboxes with the numbers of their open conversations. */
function Teams({ desk, current }: TeamsProps) {
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
              href={addressOf(filter)}
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

interface SavedProps extends ViewsProps {
  readonly view: InboxView
  readonly count:
    | { readonly count?: number | undefined; readonly is_more?: boolean | undefined }
    | undefined
}

function Saved({ view, count, desk, list, views }: SavedProps) {
  return (
    <li class="view-saved">
      <View
        label={view.name}
        href={addressOfView(view.id)}
        isCurrent={list.view.value?.id === view.id}
        count={count?.count}
        isMore={count?.is_more}
      />
      <ViewActions desk={desk} list={list} views={views} view={view} />
    </li>
  )
}

/** Menu of the views, if there is no room for the column. */
export function ViewsMenu(props: ViewsProps) {
  const { desk, list } = props
  const countOf = countIn(desk)
  const current = currentKey(list)
  const entry = (
    { label, href, isCurrent }: Pick<ViewProps, 'label' | 'href' | 'isCurrent'>,
    count: number | undefined,
    isMore = false,
  ) => ({
    label: [label, numberOf(count, isMore) ?? []].flat().join(' · '),
    isChecked: isCurrent,
    onSelect: () => desk.address.go(href),
  })
  const filtered = (label: string, filter: Filter) => ({
    label,
    href: addressOf(filter),
    isCurrent: keyOf(filter) === current,
  })
  return (
    <Menu
      label={t('inbox.views')}
      items={[
        ...VIEWS.map(([name, filter]) =>
          entry(filtered(t(`inbox.view.${name}`), filter), countOf(name)),
        ),
        ...teamViews(desk).map(({ label, filter, count }) =>
          entry(filtered(label, filter), count?.count, count?.is_more),
        ),
        ...savedGroups(props).flatMap(({ heading, entries }) => [
          { heading },
          ...entries.map(({ view, count }) =>
            entry(
              {
                label: view.name,
                href: addressOfView(view.id),
                isCurrent: list.view.value?.id === view.id,
              },
              count?.count,
              count?.is_more,
            ),
          ),
        ]),
      ]}
      trigger={(menu) => (
        <Button {...menu} kind="quiet" size="small" iconEnd={ExpandIcon}>
          {titleOfView(desk, list)}
        </Button>
      )}
    />
  )
}
