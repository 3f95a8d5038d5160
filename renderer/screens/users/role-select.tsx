import { t } from '../../locales/translate.ts'
import { Select } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import type { RoleValue, roleOptions } from './role-options.ts'

interface RoleSelectProps {
  readonly label?: string
  readonly hint?: string
  readonly value: RoleValue | ''
  readonly options: ReturnType<typeof roleOptions>
  readonly error?: string | undefined
  readonly onEdit: (value: RoleValue) => void
}

/** Choice of a role. */
export function RoleSelect({
  label = t('team.role'),
  hint,
  value,
  options,
  error,
  onEdit,
}: RoleSelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <Select {...wiring} value={value} onEdit={(next) => onEdit(next as RoleValue)}>
          {value === '' && <option value="" />}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
