import type { AccountUsage } from '#contracts/usage.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { monthName } from '../../../format/days.ts'
import { formatBytes, formatMoney } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { MoreIcon, TrashIcon } from '../../../ui/icons.tsx'
import { LockIcon } from '../../../ui/icons-work.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Stat, Stats } from '../../../ui/stat.tsx'
import { Time } from '../../../ui/time.tsx'
import type { AccountsModel } from './model.ts'

interface AccountProps {
  readonly desk: Pick<Desk, 'session' | 'toasts'>
  readonly model: AccountsModel
  readonly account: AccountUsage
  /** Month of its spending, `YYYY-MM`. */
  readonly month: string
}

/** An account: its usage and limits, and what the owner can grant it. */
export function AccountCard(props: AccountProps) {
  const { account, month } = props
  const { name, email, is_owner, last_activity_at: active } = account
  return (
    <Card
      title={name}
      note={
        <span class="account-words">
          {is_owner && <Badge tone="person">{t('accounts.yours')}</Badge>}
          <bdi>{email}</bdi>
          <span>
            {t('accounts.since')} <Time at={account.created_at} as="date" />
          </span>
        </span>
      }
      actions={<Actions {...props} />}
    >
      <div class="account-figures">
        <Stats>
          <Stat label={t('accounts.balance')} value={<bdi>{formatMoney(account.balance)}</bdi>} />
          <Stat
            label={t('accounts.spent', { month: monthName(month) })}
            value={<bdi>{formatMoney(total(account.spent))}</bdi>}
            note={<Line parts={spendingOf(account)} />}
          />
          <Stat
            label={t('accounts.kept')}
            value={<bdi>{formatBytes(total(account.stored_bytes))}</bdi>}
            note={<Line parts={storageOf(account)} />}
          />
          <Stat
            label={t('accounts.lastActive')}
            value={active === null ? t('accounts.never') : <Time at={active} />}
          />
        </Stats>
      </div>
      <Facts
        rows={[
          [t('accounts.contents'), <Line key="contents" parts={contentsOf(account)} />],
          [t('accounts.access'), <Line key="access" parts={accessOf(account)} />],
          [t('accounts.notices'), <Notices key="notices" count={account.notices} />],
          [t('accounts.numbers'), <Numbers key="numbers" account={account} />],
          [t('accounts.addresses'), <Addresses key="addresses" {...props} />],
        ]}
      />
    </Card>
  )
}

/** Sum of the values by kind. */
export const total = (parts: Readonly<Record<string, number>>): number =>
  Object.values(parts).reduce((sum, part) => sum + part, 0)

const PURPOSES = ['llm', 'sms', 'messenger', 'call', 'number'] as const
const FILES = ['attachments', 'recordings', 'documents'] as const

const spendingOf = ({ spent }: AccountUsage) =>
  PURPOSES.filter((purpose) => spent[purpose] > 0).map((purpose) =>
    t(`accounts.spentOn.${purpose}`, { amount: formatMoney(spent[purpose]) }),
  )

const contentsOf = (account: AccountUsage) =>
  (['assistants', 'conversations', 'contacts'] as const).map((what) =>
    t(`accounts.counts.${what}`, { count: account[what] }),
  )

const storageOf = ({ stored_bytes }: AccountUsage) =>
  FILES.filter((what) => stored_bytes[what] > 0).map((what) =>
    t(`accounts.keeps.${what}`, { size: formatBytes(stored_bytes[what]) }),
  )

const accessOf = (account: AccountUsage) =>
  (['people', 'api_keys'] as const).map((what) =>
    t(`accounts.counts.${what}`, { count: account[what] }),
  )

/** Figures, one per line. */
export function Line({ parts }: { readonly parts: readonly string[] }) {
  return (
    <span class="account-line">
      {parts.map((part) => (
        <bdi key={part}>{part}</bdi>
      ))}
    </span>
  )
}

function Notices({ count }: { readonly count: number }) {
  if (count === 0) return <span class="quiet">{t('accounts.none')}</span>
  return <Badge tone="attention">{t('accounts.openNotices', { count })}</Badge>
}

function Numbers({ account: { text_numbers } }: Pick<AccountProps, 'account'>) {
  if (text_numbers.length === 0) return <span class="quiet">{t('accounts.none')}</span>
  return (
    <ul class="account-grants">
      {text_numbers.map((number) => (
        <li key={number}>
          <code dir="ltr">{number}</code>
        </li>
      ))}
    </ul>
  )
}

/** Reports whether the caller may change the list of private addresses; an API key may not. */
const mayAllow = ({ session }: AccountProps['desk']) => session.may('server.network.change')

function Addresses({ desk, model, account }: AccountProps) {
  if (account.allowed_addresses.length === 0) return <span class="quiet">{t('accounts.none')}</span>

  async function disallow(address: string): Promise<void> {
    try {
      await model.disallow(account, address)
      desk.toasts.undo(t('network.removed', { address }), () => model.allowAgain(account, address))
    } catch (failure) {
      desk.toasts.show(explain(failure), 'danger')
    }
  }

  return (
    <ul class="account-grants">
      {account.allowed_addresses.map(({ address, source }) => (
        <li key={`${source}-${address}`}>
          <code dir="ltr">{address}</code>
          {source === 'environment' ? (
            <Badge icon={LockIcon}>{t('network.environment')}</Badge>
          ) : (
            mayAllow(desk) && (
              <IconButton
                size="small"
                icon={TrashIcon}
                label={t('network.removeFor', { address, name: account.name })}
                onClick={() => void disallow(address)}
              />
            )
          )}
        </li>
      ))}
    </ul>
  )
}

function Actions({ desk, model, account }: AccountProps) {
  const label = t('team.actionsOf', { name: account.name })
  return (
    <>
      <Button
        aria-label={t('accounts.topUpOf', { name: account.name })}
        onClick={() => {
          model.credited.value = account
        }}
      >
        {t('balance.topUp')}
      </Button>
      <Menu
        label={label}
        align="end"
        items={[
          { label: t('accounts.addNumber'), onSelect: () => model.beginNumber(account) },
          mayAllow(desk) && {
            label: t('accounts.allowAddress'),
            onSelect: () => model.beginAddress(account),
          },
        ]}
        trigger={(props) => <IconButton icon={MoreIcon} label={label} {...props} />}
      />
    </>
  )
}
