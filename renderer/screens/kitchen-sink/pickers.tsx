import { useSignal } from '@preact/signals'
import { Combobox } from '../../ui/combobox.tsx'
import type { Dates } from '../../ui/date-presets.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { Field } from '../../ui/field.tsx'
import { AssistantIcon, PersonIcon } from '../../ui/icons.tsx'
import { MultiCombobox } from '../../ui/multi-combobox.tsx'
import { matching, type Option } from '../../ui/use-options.ts'

const PEOPLE: readonly Option[] = [
  { value: 'ada', label: 'Ada Lovelace', hint: 'Support', icon: PersonIcon, group: 'People' },
  { value: 'grace', label: 'Grace Hopper', hint: 'Sales', icon: PersonIcon, group: 'People' },
  {
    value: 'joan',
    label: 'Joan Clarke',
    hint: 'On leave',
    icon: PersonIcon,
    group: 'People',
    disabled: true,
  },
  { value: 'shop', label: 'Shop assistant', icon: AssistantIcon, group: 'Assistants' },
]
const LABELS: readonly Option[] = [
  'Billing',
  'Bug',
  'Refund',
  'Shipping',
  'Zahlungserinnerung',
].map((label) => ({ value: label, label }))

const search = (text: string) =>
  new Promise<readonly Option[]>((resolve) => setTimeout(resolve, 400, matching(PEOPLE, text)))

/** Pickers for options and dates. */
export function Pickers() {
  const person = useSignal<string | null>('ada')
  const asked = useSignal<string | null>(null)
  const labels = useSignal<readonly string[]>(['Billing', 'Refund'])
  const dates = useSignal<Dates>({ from: '2026-03-01', to: '2026-03-31' })
  return (
    <>
      <div class="sink-grid">
        <Field label="Assigned to">
          {(wiring) => (
            <Combobox
              {...wiring}
              value={person.value}
              options={PEOPLE}
              isClearable
              placeholder="Nobody"
              onChoose={(value) => {
                person.value = value
              }}
            />
          )}
        </Field>
        <Field label="Found by the server" hint="Type to search.">
          {(wiring) => (
            <Combobox
              {...wiring}
              value={asked.value}
              search={search}
              placeholder="Anybody"
              onChoose={(value) => {
                asked.value = value
              }}
            />
          )}
        </Field>
        <Field label="Labels">
          {(wiring) => (
            <MultiCombobox
              {...wiring}
              values={labels.value}
              options={LABELS}
              placeholder="Add a label"
              colorOf={(value) => value.length}
              onChange={(values) => {
                labels.value = values
              }}
              onCreate={(text) => {
                labels.value = [...labels.value, text]
              }}
            />
          )}
        </Field>
        <Field label="Wrong" error="Choose somebody who is here.">
          {(wiring) => (
            <Combobox {...wiring} value="joan" options={PEOPLE} onChoose={() => undefined} />
          )}
        </Field>
        <Field label="Not now">
          {(wiring) => (
            <Combobox
              {...wiring}
              disabled
              value="ada"
              options={PEOPLE}
              onChoose={() => undefined}
            />
          )}
        </Field>
      </div>
      <DateRange
        label="Between"
        value={dates.value}
        onChange={(value) => {
          dates.value = value
        }}
      />
    </>
  )
}
