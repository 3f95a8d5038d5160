import '../records/records.css'
import './balance.css'
import { Purpose } from '#contracts/enums.ts'
import { apiUrl } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { formatMoney } from '../../format/numbers.ts'
import { t, tIfKnown } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Page, PageHead } from '../../ui/display.tsx'
import { BalanceIcon, PlusIcon } from '../../ui/icons.tsx'
import { Plot } from '../../ui/plot.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useModel } from '../../ui/use-model.ts'
import { FilterMenu } from '../records/filter-menu.tsx'
import { RecordsList } from '../records/records-list.tsx'
import { ledgerColumns } from './columns.tsx'
import { type BalanceModel, createBalanceModel, lastMonths, SPANS } from './model.ts'
import { Prices } from './prices.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'

/** Balance, spending and prices. */
export function Balance({ desk }: ScreenProps) {
  const model = useModel(() => createBalanceModel(desk))
  const topUp = () => {
    model.dialog.value = 'top-up'
  }
  const close = () => {
    model.dialog.value = ''
  }
  return (
    <Page>
      <PageHead title={t('balance.title')} lead={t('balance.lead')}>
        <Button kind="primary" icon={PlusIcon} onClick={topUp}>
          {t('balance.topUp')}
        </Button>
      </PageHead>
      <div class="balance">
        <Now model={model} />
        <Spending model={model} />
        <Tabs
          label={t('balance.views')}
          tabs={[
            ['ledger', t('balance.ledger')],
            ['prices', t('balance.prices')],
          ]}
          current={model.view.value}
          onChoose={(view) => {
            model.view.value = view
          }}
          controls="balance-view"
        />
        <div
          id="balance-view"
          role="tabpanel"
          aria-label={model.view.value === 'ledger' ? t('balance.ledger') : t('balance.prices')}
        >
          {model.view.value === 'ledger' ? (
            <Ledger desk={desk} model={model} onTopUp={topUp} />
          ) : (
            <Prices desk={desk} />
          )}
        </div>
      </div>
      {model.dialog.value === 'top-up' && (
        <TopUpDialog
          desk={desk}
          balance={model.now.value?.balance}
          onClose={close}
          onDone={() => {
            close()
            void model.refresh()
          }}
        />
      )}
    </Page>
  )
}

function Now({ model }: { readonly model: BalanceModel }) {
  const now = model.now.value
  if (!now && model.balanceError.value) {
    return (
      <ErrorState title={t('balance.failed')} onRetry={() => void model.loadBalance()}>
        <p>{model.balanceError.value}</p>
      </ErrorState>
    )
  }
  const isLoading = now === undefined
  return (
    <Stats>
      <Stat
        label={t('balance.now')}
        value={formatMoney(now?.balance ?? 0)}
        note={t('balance.nowNote')}
        isLoading={isLoading}
      />
      <Stat
        label={t('balance.heldSms')}
        value={formatMoney(now?.held.sms ?? 0)}
        note={t('balance.heldNote')}
        isLoading={isLoading}
      />
      {(now?.held.messenger ?? 0) > 0 && (
        <Stat
          label={t('balance.heldMessenger')}
          value={formatMoney(now?.held.messenger ?? 0)}
          note={t('balance.heldNote')}
          isLoading={isLoading}
        />
      )}
      <Stat
        label={t('balance.heldCall')}
        value={formatMoney(now?.held.call ?? 0)}
        note={t('balance.heldNote')}
        isLoading={isLoading}
      />
    </Stats>
  )
}

function Spending({ model }: { readonly model: BalanceModel }) {
  const days = model.spending.value
  if (!days && model.balanceError.value) return null
  return (
    <Card>
      {!days && (
        <div class="balance-waiting">
          <Loading label={t('balance.loading')} as="lines" />
        </div>
      )}
      {days && (
        <Plot
          title={t('balance.spending')}
          kind="bars"
          days={days.map(({ day }) => day)}
          series={[
            { name: t('balance.series.sms'), values: days.map(({ sms }) => sms) },
            {
              name: t('balance.series.messenger'),
              values: days.map(({ messenger }) => messenger),
            },
            { name: t('balance.series.call'), values: days.map(({ call }) => call) },
            { name: t('balance.series.llm'), values: days.map(({ llm }) => llm) },
            { name: t('balance.series.number'), values: days.map(({ number }) => number) },
          ]}
          format={formatMoney}
          summary={formatMoney(model.spent.value)}
          note={t('balance.spendingNote', { timezone: model.timezone })}
          controls={
            <Segmented
              label={t('balance.days')}
              size="small"
              value={model.span.value}
              options={SPANS.map((span) => ({
                value: span,
                label: t('balance.dayOptions', { count: Number(span) }),
              }))}
              onChoose={(span) => {
                model.span.value = span
              }}
            />
          }
          empty={t('balance.spendingEmpty')}
        />
      )}
    </Card>
  )
}

interface LedgerProps {
  readonly desk: Desk
  readonly model: BalanceModel
  readonly onTopUp: () => void
}

function Ledger({ desk, model, onTopUp }: LedgerProps) {
  return (
    <RecordsList
      desk={desk}
      model={model}
      label={t('balance.ledger')}
      columns={ledgerColumns}
      keyOf={({ id }) => id}
      nameOf={({ kind, amount }) =>
        t('balance.rowName', {
          kind: tIfKnown('balance.kinds', kind) ?? kind,
          amount: formatMoney(amount),
        })
      }
      counted={(count) => t('balance.counted', { count })}
      filters={<Filters model={model} />}
      exportUrl={(query) => apiUrl('exportLedger', { query })}
      fileName="statement"
      onNew={onTopUp}
      empty={
        <Empty
          icon={BalanceIcon}
          title={t('balance.empty')}
          actions={
            <Button icon={PlusIcon} onClick={onTopUp}>
              {t('balance.topUp')}
            </Button>
          }
        >
          <p>{t('balance.emptyHint')}</p>
        </Empty>
      }
    />
  )
}

function Filters({ model }: { readonly model: BalanceModel }) {
  const { filters, dates, narrow, setDates } = model
  const months = lastMonths(13)
  const month = months.find(({ from, to }) => from === dates.value.from && to === dates.value.to)
  return (
    <>
      <FilterMenu
        label={t('balance.kind')}
        value={filters.kind.value}
        options={Purpose.options.map((value) => ({ value, label: t(`balance.purposes.${value}`) }))}
        onChoose={(kind) => narrow({ kind })}
      />
      <FilterMenu
        label={t('balance.month')}
        value={month?.value ?? ''}
        options={months}
        onChoose={(value) => {
          const chosen = months.find((one) => one.value === value)
          setDates({ from: chosen?.from ?? null, to: chosen?.to ?? null })
        }}
      />
    </>
  )
}
