import type { InboxSort } from '#contracts/inbox-filter.ts'
import { ORDERS } from '../../../app/inbox/order.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { SortIcon } from '../../../ui/icons-work.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { ListModel } from './list-model.ts'

const OPTIONS = Object.keys(ORDERS) as InboxSort[]

/** Chooses the order of the list. */
export function SortMenu({ list }: { readonly list: Pick<ListModel, 'sort' | 'sortBy'> }) {
  const { sort, sortBy } = list
  const current = t(`inbox.sortBy.${sort.value}`)
  return (
    <Menu
      label={t('inbox.sort', { current })}
      align="end"
      items={OPTIONS.map((option) => ({
        label: t(`inbox.sortBy.${option}`),
        isChecked: option === sort.value,
        onSelect: () => sortBy(option),
      }))}
      trigger={(props) => (
        <IconButton
          {...props}
          icon={SortIcon}
          label={t('inbox.sort', { current })}
          kind="secondary"
        />
      )}
    />
  )
}
