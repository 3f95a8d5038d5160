import { useSignal } from '@preact/signals'
import type { Desk } from '../../../app/desk.ts'
import { FILTER_NAMES, type Filter, type FilterName } from '../../../app/inbox/filter.ts'
import { hourName, weekdayName } from '../../../format/days.ts'
import { timezoneHere } from '../../../format/timezone.ts'
import { t, tEntries, tIfKnown } from '../../../locales/translate.ts'
import { Button, IconButton, ToggleButton } from '../../../ui/button.tsx'
import { Select } from '../../../ui/controls.tsx'
import { DateRange } from '../../../ui/date-range.tsx'
import { Field } from '../../../ui/field.tsx'
import { FilterIcon, SaveIcon } from '../../../ui/icons-work.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { FilterChip } from '../../../ui/toolbar.tsx'
import type { AssistantOption } from '../../records/assistant-options.ts'
import type { ListModel } from './list-model.ts'
import { NameDialog } from './name-dialog.tsx'
import { builtIn, titleOfView } from './views-column.tsx'
import type { ViewsModel } from './views-model.ts'

interface FilterBarProps {
  readonly desk: Pick<Desk, 'team' | 'inbox' | 'toasts' | 'session'>
  readonly list: ListModel
  readonly views: ViewsModel
  readonly assistants: readonly AssistantOption[]
}

/** Filters with a fixed set of values. */
const CHOICES = [
  ['type', tEntries('inbox.types')],
  ['mode', tEntries('inbox.modes')],
] as const

/** Boolean filters. */
const SWITCHES = [
  'unread',
  'awaiting',
  'needs_person',
  'ai_only',
  'has_email',
  'mentioned',
] as const

/** Popover with all filters of the list. */
export function FilterButton({ desk, list, views, assistants }: FilterBarProps) {
  const filter = list.filter.value
  const choice = (name: FilterName, options: readonly (readonly [string, string])[]) => (
    <Field label={t(`inbox.filter.${name}`)}>
      {(wiring) => (
        <Select
          {...wiring}
          value={filter[name] ?? ''}
          onEdit={(value) => list.set(name, value || undefined)}
        >
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
  return (
    <Popover
      label={t('inbox.filters')}
      trigger={(props) => (
        <IconButton {...props} icon={FilterIcon} label={t('inbox.addFilter')} kind="secondary" />
      )}
    >
      {() => (
        <div class="filter-panel">
          {choice('state', [
            ['', t('inbox.states.all')],
            ['open', t('inbox.states.open')],
            ['snoozed', t('inbox.states.snoozed')],
            ['ended', t('inbox.states.ended')],
          ])}
          {choice('assignee', [
            ['', t('inbox.anybody')],
            ['me', t('inbox.me')],
            ['none', t('inbox.nobody')],
            ...desk.team.people.value
              .filter(({ is_me }) => !is_me)
              .map(({ id, name }) => [String(id), name] as const),
          ])}
          {desk.team.teams.value.length > 0 &&
            choice('team', [
              ['', t('inbox.any')],
              ['mine', t('inbox.myTeams')],
              ['none', t('actions.noTeam')],
              ...desk.team.teams.value.map(({ id, name }) => [String(id), name] as const),
            ])}
          {choice('assistant_id', [
            ['', t('inbox.any')],
            ...assistants.map(({ id, name }) => [String(id), name] as const),
          ])}
          {CHOICES.map(([name, labels]) => (
            <div key={name}>{choice(name, [['', t('inbox.any')], ...labels])}</div>
          ))}
          <Field label={t('inbox.filter.labels')}>
            {(wiring) => (
              <MultiCombobox
                {...wiring}
                values={filter.labels === 'none' ? [] : (filter.labels?.split(',') ?? [])}
                options={views.labels.value.map(({ id, name }) => ({
                  value: String(id),
                  label: name,
                }))}
                onChange={(values) => list.set('labels', values.join(',') || undefined)}
              />
            )}
          </Field>
          <div class="filter-switches">
            {SWITCHES.map((name) => (
              <ToggleButton
                key={name}
                size="small"
                label={t(`inbox.filter.${name}`)}
                isOn={filter[name] === '1'}
                onSwitch={(isOn) => list.set(name, isOn ? '1' : undefined)}
              />
            ))}
          </div>
          <p class="field-line">{t('inbox.activity')}</p>
          <DateRange
            label={t('inbox.activity')}
            value={{ from: filter.date_from ?? null, to: filter.date_to ?? null }}
            onChange={({ from, to }) =>
              list.narrow({
                ...filter,
                date_from: from ?? undefined,
                date_to: to ?? undefined,
              } as Filter)
            }
          />
          <p class="field-line">{t('inbox.started')}</p>
          <DateRange
            label={t('inbox.started')}
            value={{ from: filter.started_from ?? null, to: filter.started_to ?? null }}
            onChange={({ from, to }) =>
              list.narrow({
                ...filter,
                started_from: from ?? undefined,
                started_to: to ?? undefined,
                timezone: timezoneHere(),
              } as Filter)
            }
          />
        </div>
      )}
    </Popover>
  )
}

/** Filters in addition to the view, each removable. */
export function FilterChips({ desk, list, views, assistants }: FilterBarProps) {
  const filter = list.filter.value
  const isSaving = useSignal(false)
  const isView =
    builtIn(filter) || titleOfView(desk, filter, views.saved.value) !== t('inbox.customView')
  if (isView) return null
  const wordsOf = (name: FilterName, value: string): string | undefined => {
    switch (name) {
      case 'state':
        return tIfKnown('inbox.states', value)
      case 'assignee':
        return (
          { me: t('inbox.me'), none: t('inbox.nobody') }[value] ??
          desk.team.nameOf(Number(value)) ??
          value
        )
      case 'team':
        return (
          { mine: t('inbox.myTeams'), none: t('actions.noTeam') }[value] ??
          desk.team.teams.value.find(({ id }) => String(id) === value)?.name ??
          value
        )
      case 'assistant_id':
        return assistants.find(({ id }) => String(id) === value)?.name ?? value
      case 'type':
        return tIfKnown('inbox.types', value)
      case 'mode':
        return tIfKnown('inbox.modes', value)
      case 'labels':
        if (value === 'none') return t('inbox.noLabel')
        return value
          .split(',')
          .map(
            (id) =>
              views.labels.value.find((one) => one.id === Number(id))?.name ??
              t('inbox.deletedLabel'),
          )
          .join(', ')
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
  const shown = FILTER_NAMES.flatMap((name) => {
    const value = filter[name]
    // The timezone belongs to the start.
    return value === undefined || name === 'q' || name === 'timezone'
      ? []
      : [[name, value] as const]
  })
  const matching = list.matching.value
  return (
    <div class="chips">
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
      {desk.session.may('conversations.change') && (
        <Button
          kind="quiet"
          size="small"
          icon={SaveIcon}
          onClick={() => {
            isSaving.value = true
          }}
        >
          {t('inbox.saveView')}
        </Button>
      )}
      {isSaving.value && (
        <NameDialog
          title={t('inbox.saveView')}
          name={filter.q ?? ''}
          onSave={async (name) => {
            await views.save(name, filter)
            desk.toasts.show(t('inbox.viewSaved', { name }))
          }}
          onClose={() => {
            isSaving.value = false
          }}
        />
      )}
    </div>
  )
}

/** An address may name any hour; a wrong one stays as it is, for the server to refuse. */
const hourWords = (value: string): string =>
  /^(\d|1\d|2[0-3])$/.test(value) ? hourName(Number(value)) : value

const weekdayWords = (value: string): string =>
  /^[1-7]$/.test(value) ? weekdayName(Number(value)) : value
