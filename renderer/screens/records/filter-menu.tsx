import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ExpandIcon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'

interface FilterMenuProps {
  readonly label: string
  /** Empty if the filter is off. */
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

/** A filter with a few values; its label shows the current one. */
export function FilterMenu({ label, value, options, onChoose }: FilterMenuProps) {
  const chosen = options.find((option) => option.value === value)
  return (
    <Menu
      label={label}
      items={[{ value: '', label: t('records.any') }, ...options].map((option) => ({
        label: option.label,
        isChecked: option.value === value,
        onSelect: () => onChoose(option.value),
      }))}
      trigger={(props) => (
        <Button
          {...props}
          size="small"
          class={`filter ${chosen ? 'is-set' : ''}`}
          iconEnd={ExpandIcon}
        >
          {chosen ? t('records.is', { label, value: chosen.label }) : label}
        </Button>
      )}
    />
  )
}
