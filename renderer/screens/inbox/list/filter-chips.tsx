import type { NamedFilter } from '#contracts/inbox-views.ts'
import type { Desk } from '../../../app/desk.ts'
import {
  FILTER_NAMES,
  type Filter,
  type FilterName,
  savedFilter,
} from '../../../app/inbox/filter.ts'
import { hourName, weekdayName } from '../../../format/days.ts'
import { t, tIfKnown } from '../../../locales/translate.ts'
import { FilterChip } from '../../../ui/toolbar.tsx'
import type { AssistantOption } from '../../records/assistant-options.ts'
import type { ListModel } from './list-model.ts'
import { ViewChanges } from './view-changes.tsx'
import { nameOfView } from './view-names.ts'
import type { ViewsModel } from './views-model.ts'

interface FilterChipsProps {
  readonly desk: Pick<Desk, 'team' | 'inbox' | 'toasts' | 'session'>
  readonly list: ListModel
  readonly views: ViewsModel
  readonly assistants: readonly AssistantOption[]
}

/** Filters in addition to the view, each removable, and what can be done with them. */
export function FilterChips({ desk, list, views, assistants }: FilterChipsProps) {
  const filter = list.filter.value
  const view = list.view.value
  const isComplete = view !== undefined && view.missing.length === 0 && !list.isAltered.value
  if (list.isMissing.value || isComplete) return null
  if (!view && nameOfView(desk, list) !== undefined) return null
  const shown = FILTER_NAMES.flatMap((name) => {
    const value = filter[name]
    // The timezone belongs to the start.
    return value === undefined || name === 'q' || name === 'timezone'
      ? []
      : [[name, value] as const]
  })
  const matching = list.matching.value
  const missing = missingIn(list)
  const wordsOf = wordsIn({ desk, views, assistants }, missing)
  return (
    <div class="chips">
      {missing.length > 0 && (
        <p class="chips-missing" role="status">
          {t('inbox.viewMissing', {
            filters: missing.map((name) => t(`inbox.filter.${name}`)).join(', '),
          })}
        </p>
      )}
      {matching && !matching.is_more && (
        <span class="quiet chips-count">{t('inbox.matching', { count: matching.count })}</span>
      )}
      {shown.map(([name, value]) => (
        <FilterChip
          key={name}
          label={t(`inbox.filter.${name}`)}
          value={wordsOf(name, value)}
          onRemove={() => list.set(name, undefined)}
        />
      ))}
      <ViewChanges desk={desk} list={list} views={views} />
    </div>
  )
}

/** Filters of the open view that name something deleted, as long as they are set. */
function missingIn({ view, filter }: ListModel): readonly NamedFilter[] {
  const open = view.value
  if (!open) return []
  const saved: Filter = savedFilter(open)
  return open.missing.filter((name) => filter.value[name] === saved[name])
}

type Names = Pick<FilterChipsProps, 'views' | 'assistants'> & {
  readonly desk: Pick<Desk, 'team'>
}

/** Words for the value of a filter; undefined if its name says it all. */
function wordsIn({ desk: { team }, views, assistants }: Names, missing: readonly NamedFilter[]) {
  const gone = (name: NamedFilter, value: string, words: string) =>
    missing.includes(name) ? words : value
  return (name: FilterName, value: string): string | undefined => {
    switch (name) {
      case 'state':
        return tIfKnown('inbox.states', value)
      case 'assignee':
        return (
          { me: t('inbox.me'), none: t('inbox.nobody') }[value] ??
          team.nameOf(Number(value)) ??
          gone(name, value, t('inbox.removedPerson'))
        )
      case 'team':
        return (
          { mine: t('inbox.myTeams'), none: t('actions.noTeam') }[value] ??
          team.teams.value.find(({ id }) => String(id) === value)?.name ??
          gone(name, value, t('inbox.deletedTeam'))
        )
      case 'assistant_id':
        return (
          assistants.find(({ id }) => String(id) === value)?.name ??
          gone(name, value, t('inbox.deletedAssistant'))
        )
      case 'type':
        return tIfKnown('inbox.types', value)
      case 'mode':
        return tIfKnown('inbox.modes', value)
      case 'labels':
        return value === 'none' ? t('inbox.noLabel') : labelNames(views, value)
      case 'started_hour':
        return hourWords(value)
      case 'started_weekday':
        return weekdayWords(value)
      case 'counted':
        return tIfKnown('reports.measures', value)
      case 'date_from':
      case 'date_to':
      case 'started_from':
      case 'started_to':
      case 'q':
        return value
      default:
        return undefined
    }
  }
}

const labelNames = ({ labels }: ViewsModel, value: string): string =>
  value
    .split(',')
    .map((id) => labels.value.find((one) => one.id === Number(id))?.name ?? t('inbox.deletedLabel'))
    .join(', ')

/** An address may name any hour; a wrong one stays as it is, for the server to refuse. */
const hourWords = (value: string): string =>
  /^(\d|1\d|2[0-3])$/.test(value) ? hourName(Number(value)) : value

const weekdayWords = (value: string): string =>
  /^[1-7]$/.test(value) ? weekdayName(Number(value)) : value
