import type { HomeNeeds } from '#contracts/home.ts'
import type { NoticeKind } from '#contracts/notices.ts'
import type { Desk } from '../../desk.ts'
import { placeOfNotice } from '../../notices.ts'
import { homeTexts as t } from '../../texts/home.ts'
import { noticesTexts } from '../../texts/notices.ts'
import { IconButton } from '../../ui/button.tsx'
import type { Icon } from '../../ui/icon.tsx'
import {
  BalanceIcon,
  ClockIcon,
  CloseIcon,
  NumbersIcon,
  PageIcon,
  SmsIcon,
  WebhookIcon,
} from '../../ui/icons.tsx'
import { CpuIcon } from '../../ui/icons-work.tsx'
import { dismiss } from '../shell/notices.tsx'

interface Problem {
  readonly key: string
  readonly icon: Icon
  readonly title: string
  readonly what: string
  readonly href: string
  /** Puts it away. */
  readonly onDismiss?: () => void
}

/** What failed or runs out, each with the place where something can be done about it. */
export function problemsOf(needs: HomeNeeds, now = Date.now()): Problem[] {
  const { failed_webhooks, failed_sms, failed_documents, low_balance, expiring_numbers } = needs
  const found: (Problem | false | null)[] = [
    low_balance && {
      key: 'balance',
      icon: BalanceIcon,
      title: t.lowBalance(low_balance.balance),
      what: t.lowBalanceWhat(low_balance.spent_last_week),
      href: '/app/balance',
    },
    failed_webhooks > 0 && {
      key: 'webhooks',
      icon: WebhookIcon,
      title: t.webhooks(failed_webhooks),
      what: t.webhooksWhat,
      href: '/app/webhooks?status=failed',
    },
    failed_sms > 0 && {
      key: 'sms',
      icon: SmsIcon,
      title: t.sms(failed_sms),
      what: t.smsWhat,
      href: '/app/sms?status=failed',
    },
    failed_documents > 0 && {
      key: 'documents',
      icon: PageIcon,
      title: t.documents(failed_documents),
      what: t.documentsWhat,
      href: '/api/docs#listDocuments',
    },
    ...expiring_numbers.map(({ id, phone_number, expires_at }) => ({
      key: `number-${id}`,
      icon: NumbersIcon,
      title: (Date.parse(expires_at) < now ? t.expired : t.expiring)(phone_number),
      what: t.expiringWhat,
      href: '/app/phone-numbers',
    })),
  ]
  return found.filter((problem): problem is Problem => Boolean(problem))
}

const NOTICE_ICONS: Readonly<Record<NoticeKind, Icon>> = {
  webhook_disabled: WebhookIcon,
  sms_unknown: SmsIcon,
  model_refused: CpuIcon,
  budget_reached: BalanceIcon,
  backup_failed: ClockIcon,
}

/** What the account should know and nobody has put away. */
export function noticesOf(desk: Pick<Desk, 'notices' | 'toasts'>): Problem[] {
  return desk.notices.list.value.map((notice) => ({
    key: `notice-${notice.id}`,
    icon: NOTICE_ICONS[notice.kind],
    title: noticesTexts.kinds[notice.kind](notice.subject),
    what: notice.reason,
    href: placeOfNotice(notice),
    onDismiss: () => void dismiss(desk, notice),
  }))
}

/** What failed or runs out. */
export function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <ul class="home-problems" aria-label={t.problems}>
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
              label={noticesTexts.dismiss(title)}
              onClick={onDismiss}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
