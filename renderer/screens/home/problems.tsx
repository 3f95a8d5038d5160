import type { HomeNeeds } from '#contracts/home.ts'
import type { NoticeKind } from '#contracts/notices.ts'
import type { Desk } from '../../app/desk.ts'
import { placeOfNotice } from '../../app/notices.ts'
import { formatMoney } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { dismiss } from '../../shell/notices.tsx'
import { IconButton } from '../../ui/button.tsx'
import type { Icon } from '../../ui/icon.tsx'
import {
  BalanceIcon,
  BanIcon,
  ClockIcon,
  CloseIcon,
  NumbersIcon,
  PageIcon,
  SmsIcon,
  WebhookIcon,
} from '../../ui/icons.tsx'
import { CampaignIcon, CpuIcon, GaugeIcon, LockIcon } from '../../ui/icons-work.tsx'

interface Problem {
  readonly key: string
  readonly icon: Icon
  readonly title: string
  readonly what: string
  readonly href: string
  /** Dismisses it. */
  readonly onDismiss?: () => void
}

/** Failures and limits, each with a link to the remedy. */
export function problemsOf(needs: HomeNeeds, now = Date.now()): Problem[] {
  const { failed_webhooks, failed_sms, failed_documents, low_balance, expiring_numbers } = needs
  const found: (Problem | false | null)[] = [
    low_balance && {
      key: 'balance',
      icon: BalanceIcon,
      title: t('home.lowBalance', { balance: formatMoney(low_balance.balance) }),
      what: t('home.lowBalanceWhat', { spent: formatMoney(low_balance.spent_last_week) }),
      href: '/app/balance',
    },
    failed_webhooks > 0 && {
      key: 'webhooks',
      icon: WebhookIcon,
      title: t('home.webhooks', { count: failed_webhooks }),
      what: t('home.webhooksWhat'),
      href: '/app/webhooks?status=failed',
    },
    failed_sms > 0 && {
      key: 'sms',
      icon: SmsIcon,
      title: t('home.sms', { count: failed_sms }),
      what: t('home.smsWhat'),
      href: '/app/sms?status=failed',
    },
    failed_documents > 0 && {
      key: 'documents',
      icon: PageIcon,
      title: t('home.documents', { count: failed_documents }),
      what: t('home.documentsWhat'),
      href: '/api/docs#listDocuments',
    },
    ...expiring_numbers.map(({ id, phone_number, expires_at }) => ({
      key: `number-${id}`,
      icon: NumbersIcon,
      title:
        Date.parse(expires_at) < now
          ? t('home.expired', { phone: phone_number })
          : t('home.expiring', { phone: phone_number }),
      what: t('home.expiringWhat'),
      href: '/app/phone-numbers',
    })),
  ]
  return found.filter((problem): problem is Problem => Boolean(problem))
}

const NOTICE_ICONS: Readonly<Record<NoticeKind, Icon>> = {
  webhook_disabled: WebhookIcon,
  sms_unknown: SmsIcon,
  messenger_unknown: SmsIcon,
  model_refused: CpuIcon,
  budget_reached: BalanceIcon,
  backup_failed: ClockIcon,
  address_refused: BanIcon,
  intake_full: GaugeIcon,
  secrets_lost: LockIcon,
  campaign_stopped: CampaignIcon,
  number_unpaid: NumbersIcon,
  email_bounced: BanIcon,
  mailbox_failed: BanIcon,
  bot_failed: BanIcon,
  messenger_failed: BanIcon,
  mcp_sign_in: LockIcon,
}

/** Account notices that have not been dismissed. */
export function noticesOf(desk: Pick<Desk, 'notices' | 'toasts'>): Problem[] {
  return desk.notices.list.value.map((notice) => ({
    key: `notice-${notice.id}`,
    icon: NOTICE_ICONS[notice.kind],
    title: t(`notices.kinds.${notice.kind}`, { subject: notice.subject }),
    what: notice.reason,
    href: placeOfNotice(notice),
    onDismiss: () => void dismiss(desk, notice),
  }))
}

/** Failures and limits. */
export function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <ul class="home-problems" aria-label={t('home.problems')}>
      {problems.map(({ key, icon: Shape, title, what, href, onDismiss }) => (
        <li key={key}>
          <Shape size={18} />
          <p>
            <a href={href}>{title}</a>
            <span>{what}</span>
          </p>
          {onDismiss && (
            <IconButton
              size="small"
              icon={CloseIcon}
              label={t('notices.dismiss', { what: title })}
              onClick={onDismiss}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
