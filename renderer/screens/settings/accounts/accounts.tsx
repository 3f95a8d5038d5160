import './accounts.css'
import { useEffect } from 'preact/hooks'
import type { Desk } from '../../../app/desk.ts'
import { monthName } from '../../../format/days.ts'
import { formatBytes, formatMoney } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/display.tsx'
import { PeopleIcon, PlusIcon } from '../../../ui/icons.tsx'
import { LockIcon } from '../../../ui/icons-work.tsx'
import { Banner, Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { AccountCard, Line, total } from './account-card.tsx'
import { AccountDialogs } from './dialogs.tsx'
import { createAccountsModel, type Usage } from './model.ts'

/** Accounts on this Parley with their usage and limits, and a form to create one. */
export function Accounts({ desk }: { readonly desk: Desk }) {
  const model = useModel(() => createAccountsModel(desk.api))
  useEffect(() => void model.load(), [model])
  const usage = model.usage.value
  if (!model.isAllowed.value) return <Banner icon={LockIcon}>{t('accounts.notOwner')}</Banner>
  if (!usage) {
    return model.error.value ? (
      <ErrorState title={t('accounts.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('accounts.loading')} rows={4} />
    )
  }
  const isAlone = usage.data.length === 1
  const open = (
    <Button kind="primary" icon={PlusIcon} onClick={model.begin}>
      {t('accounts.open')}
    </Button>
  )
  return (
    <>
      {!isAlone && (
        <Card title={t('accounts.title')} note={t('accounts.words')} actions={open}>
          <Line parts={totalsOf(usage)} />
        </Card>
      )}
      {usage.data.map((account) => (
        <AccountCard
          key={account.id}
          desk={desk}
          model={model}
          account={account}
          month={usage.month}
        />
      ))}
      {isAlone && (
        <Card>
          <Empty icon={PeopleIcon} title={t('accounts.alone')} actions={open} isSmall>
            <p>{t('accounts.aloneWords')}</p>
            <p>{t('accounts.aloneMeans')}</p>
          </Empty>
        </Card>
      )}
      <AccountDialogs desk={desk} model={model} />
    </>
  )
}

/** Totals of all accounts. */
function totalsOf({ month, data }: Usage): string[] {
  const sum = (of: (account: Usage['data'][number]) => number) =>
    data.reduce((all, account) => all + of(account), 0)
  return [
    t('accounts.counts.accounts', { count: data.length }),
    t('accounts.spentAll', {
      month: monthName(month),
      amount: formatMoney(sum(({ spent }) => total(spent))),
    }),
    t('accounts.keptAll', { size: formatBytes(sum(({ stored_bytes }) => total(stored_bytes))) }),
  ]
}
