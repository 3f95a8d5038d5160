import type { Desk } from '../../../app/desk.ts'
import type { Filter, FilterName } from '../../../app/inbox/filter.ts'
import { timezoneHere } from '../../../format/timezone.ts'
import { t, tEntries } from '../../../locales/translate.ts'
import { IconButton, ToggleButton } from '../../../ui/button.tsx'
import { Select } from '../../../ui/controls.tsx'
import { DateRange } from '../../../ui/date-range.tsx'
import { Field } from '../../../ui/field.tsx'
import { FilterIcon } from '../../../ui/icons-work.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import { Popover } from '../../../ui/popover.tsx'
import type { AssistantOption } from '../../records/assistant-options.ts'
import type { ListModel } from './list-model.ts'
import type { ViewsModel } from './views-model.ts'

interface FilterBarProps {
  readonly desk: Pick<Desk, 'team'>
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
