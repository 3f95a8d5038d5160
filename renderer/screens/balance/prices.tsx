import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Price } from '#contracts/money.ts'
import type { Address } from '../../app/address.ts'
import { type Api, explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import { queryState } from '../../app/query-state.ts'
import { formatMoney } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { useModel } from '../../ui/use-model.ts'
import { countryName } from '../records/phone.ts'
import { TextFilter } from '../records/text-filter.tsx'
import { useListKeys } from '../records/use-list-keys.ts'

interface NamedPrice extends Price {
  readonly name: string
}

/** The price list with country names. */
export function createPricesModel(api: Api, address: Address) {
  const prices = signal<readonly NamedPrice[]>()
  const error = signal<string>()
  const search = queryState<string>(address, 'q', { fallback: '' })
  const shown = computed(() => {
    const wanted = search.value.trim().toLowerCase()
    return (prices.value ?? []).filter(
      ({ name, country }) =>
        name.toLowerCase().includes(wanted) || country.toLowerCase() === wanted,
    )
  })

  async function load(): Promise<void> {
    try {
      const all = await api.listPrices()
      prices.value = all
        .map((price) => ({ ...price, name: countryName(price.country) }))
        .sort((a, b) => a.name.localeCompare(b.name))
      error.value = undefined
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  return { prices, error, search, shown, load }
}

const money = (amount: number | null) =>
  amount === null ? <span class="quiet">{t('balance.notSold')}</span> : formatMoney(amount)

const columns: readonly Column<NamedPrice>[] = [
  { key: 'country', title: t('balance.country'), isPrimary: true, cell: ({ name }) => name },
  {
    key: 'sms',
    title: t('balance.smsPrice'),
    isNumber: true,
    cell: ({ sms_price }) => money(sms_price),
  },
  {
    key: 'messenger',
    title: t('balance.messengerPrice'),
    isNumber: true,
    cell: ({ messenger_price }) => money(messenger_price),
  },
  {
    key: 'call',
    title: t('balance.callPrice'),
    isNumber: true,
    cell: ({ call_price }) => money(call_price),
  },
]

/** Prices of messages and calls by country. */
export function Prices({ desk }: { readonly desk: Desk }) {
  const model = useModel(() => createPricesModel(desk.api, desk.address))
  const root = useListKeys(desk)
  useEffect(() => void model.load(), [model])
  if (!model.prices.value) {
    return model.error.value ? (
      <ErrorState title={t('balance.pricesFailed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('balance.pricesLoading')} rows={6} />
    )
  }
  return (
    <div class="records" ref={root}>
      <Toolbar label={t('balance.prices')}>
        <TextFilter
          label={t('balance.searchPrices')}
          value={model.search.value}
          onFilter={(text) => {
            model.search.value = text
          }}
        />
        <span class="records-space" />
        <span class="quiet" role="status">
          {t('balance.countries', { count: model.shown.value.length })}
        </span>
      </Toolbar>
      <DataTable
        label={t('balance.prices')}
        columns={columns}
        rows={model.shown.value}
        keyOf={({ country }) => country}
        empty={<Empty icon={SearchIcon} title={t('balance.noCountry')} />}
      />
      <p class="quiet">{t('balance.changePrices')}</p>
    </div>
  )
}
