import { useSignal } from '@preact/signals'
import type { OfficeHours } from '#contracts/widget-settings.ts'
import { t, tEntries } from '../../locales/translate.ts'
import { DayHours } from './day-hours.tsx'
import type { EmbedModel } from './model.ts'

/** Office hours for the seven days of the week. */
export function WeekEditor({ model }: { readonly model: EmbedModel }) {
  const { hours } = model.draft.value
  const said = useSignal('')

  function put(next: OfficeHours): void {
    said.value = ''
    model.change({ hours: next })
  }

  return (
    <fieldset class="week">
      <legend class="visually-hidden">{t('embedHours.week')}</legend>
      <ul>
        {tEntries('embedHours.days').map(([, name], day) => (
          <DayHours
            key={name}
            name={name}
            times={hours[day] ?? []}
            error={model.mistakes.value[`hours.${day}`]}
            onChange={(times) => put(hours.map((one, at) => (at === day ? times : one)))}
            onCopy={(days) => {
              put(hours.map((one, at) => (at < days ? hours[day]! : one)))
              said.value = t('embedHours.copied', { day: name })
            }}
          />
        ))}
      </ul>
      <p class="visually-hidden" role="status">
        {said.value}
      </p>
    </fieldset>
  )
}
