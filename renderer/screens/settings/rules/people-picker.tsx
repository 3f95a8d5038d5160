import { t } from '../../../locales/translate.ts'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'

interface PeoplePickerProps {
  readonly label: string
  readonly people: readonly { readonly id: number; readonly name: string }[]
  readonly ids: readonly number[]
  readonly onChange: (ids: number[]) => void
}

/** Chooses people; nobody in particular is everyone. */
export function PeoplePicker({ label, people, ids, onChange }: PeoplePickerProps) {
  return (
    <div class="rule-line-values">
      <MultiCombobox
        label={label}
        values={ids.map(String)}
        options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        placeholder={t('rules.everyone')}
        onChange={(values) => onChange(values.map(Number))}
      />
    </div>
  )
}
