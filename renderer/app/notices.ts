import { signal } from '@preact/signals'
import type { Notice, NoticeKind } from '#contracts/notices.ts'
import { type Api, eventsAreTranslated } from './api.ts'
import type { LiveEvent } from './live.ts'

export type Notices = ReturnType<typeof createNotices>

/** Account notices that have not been dismissed, newest first; empty for operators who may not manage the account. */
export function createNotices(api: Api, mayManage: () => boolean) {
  const list = signal<readonly Notice[]>([])

  function remove(id: number): void {
    list.value = list.value.filter((one) => one.id !== id)
  }

  function put(notice: Notice): void {
    list.value = [notice, ...list.value.filter(({ id }) => id !== notice.id)].sort(
      (a, b) => b.id - a.id,
    )
  }

  /** Failures are silent: the problems behind notices are also shown elsewhere, and notices are reloaded soon. */
  async function load(): Promise<void> {
    if (!mayManage()) return
    try {
      list.value = (await api.listNotices()).data
    } catch {
      // See above.
    }
  }

  return {
    list,
    load,
    apply({ type, data }: LiveEvent): void {
      if (type === 'notice.created') {
        put(data)
        if (!eventsAreTranslated) void load()
      } else if (type === 'notice.deleted') remove(data.id)
    },
    /** Dismisses a notice optimistically; restores it and returns false if the server refuses. */
    async dismiss(notice: Notice): Promise<boolean> {
      remove(notice.id)
      try {
        await api.dismissNotice({ params: { id: notice.id } })
        return true
      } catch {
        put(notice)
        return false
      }
    },
    clear(): void {
      list.value = []
    },
  }
}

/** Path of the screen on which a notice can be resolved. */
export function placeOfNotice({ kind, subject }: Pick<Notice, 'kind' | 'subject'>): string {
  return PLACES[kind](subject)
}

const PLACES: Readonly<Record<NoticeKind, (subject: string) => string>> = {
  webhook_disabled: (url) => `/app/webhooks?${new URLSearchParams({ url })}`,
  sms_unknown: (message) => `/app/sms?${new URLSearchParams({ message })}`,
  messenger_unknown: () => '/app/settings/channels',
  model_refused: () => '/app/settings/models',
  budget_reached: () => '/app/settings/budgets',
  backup_failed: () => '/app/settings/backups',
  address_refused: (address) => `/app/settings/network?${new URLSearchParams({ block: address })}`,
  intake_full: () => '/app/settings/limits',
  secrets_lost: () => '/app/tools',
  campaign_stopped: () => '/app/campaigns',
  number_unpaid: () => '/app/phone-numbers',
  email_bounced: () => '/app/settings/channels',
  mailbox_failed: () => '/app/settings/channels',
  bot_failed: () => '/app/settings/channels',
  messenger_failed: () => '/app/settings/channels',
  mcp_sign_in: () => '/app/tools',
}
