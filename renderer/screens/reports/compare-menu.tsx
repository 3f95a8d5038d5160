import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ExpandIcon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { COMPARISONS, type ReportsModel } from './model.ts'

/** Choice of the period to compare with. */
export function CompareMenu({ model }: { readonly model: ReportsModel }) {
  const chosen = model.compare.value
  return (
    <Menu
      label={t('reports.compare')}
      items={COMPARISONS.map((value) => ({
        label: t(`reports.comparisons.${value}`),
        isChecked: value === chosen,
        onSelect: () => {
          model.compare.value = value
        },
      }))}
      trigger={(props) => (
        <Button
          {...props}
          size="small"
          class={`filter ${chosen === 'none' ? '' : 'is-set'}`}
          iconEnd={ExpandIcon}
        >
          {t(`reports.comparisons.${chosen}`)}
        </Button>
      )}
    />
  )
}
