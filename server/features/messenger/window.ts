import { fault } from '#contracts/faults.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { SessionStatus } from '#contracts/messenger.ts'
import { toZonedIso } from '../../db/time.ts'
import type { Channel } from '../../providers/messenger/channel.ts'
import type { ChatRow } from './chat-queries.ts'

const MINUTE_MS = 60_000

type Chat = Pick<ChatRow, 'last_customer_at'> | undefined
type Limits = Pick<Channel, 'capabilities'>

/** Time at which the window closes, or closed, ms since 1970; undefined if it was never open, infinite without a limit. */
function endOf({ capabilities: { windowMs } }: Limits, chat: Chat): number | undefined {
  const at = chat?.last_customer_at ?? undefined
  return at === undefined ? undefined : at + (windowMs ?? Number.POSITIVE_INFINITY)
}

/** Reports whether free texts may be sent: a while after the customer's last message; a template does not count. */
export function isWindowOpen(channel: Limits, chat: Chat, now: Date): boolean {
  const end = endOf(channel, chat)
  return end !== undefined && now.getTime() < end
}

/** The window in its API form. */
export function presentWindow(
  channel: Limits,
  chat: Chat,
  now: Date,
  localizer: Localizer,
): SessionStatus {
  const end = endOf(channel, chat)
  const isOpen = isWindowOpen(channel, chat, now)
  const { hasTemplates } = channel.capabilities
  return {
    is_open: isOpen,
    can_send_freeform: isOpen,
    requires_template: !isOpen && hasTemplates,
    message: localizer.translate(fault(codeOf(end, isOpen, hasTemplates))),
    ...(isOpen &&
      end !== Number.POSITIVE_INFINITY && {
        minutes_remaining: Math.floor((end! - now.getTime()) / MINUTE_MS),
        expires_at: toZonedIso(end!, 'UTC'),
      }),
    ...(!isOpen && end !== undefined && { expired_at: toZonedIso(end, 'UTC') }),
  }
}

function codeOf(end: number | undefined, isOpen: boolean, hasTemplates: boolean) {
  if (isOpen) return end === Number.POSITIVE_INFINITY ? 'window_unlimited' : 'window_open'
  if (end !== undefined) return 'window_closed'
  return hasTemplates ? 'window_never_open' : 'customer_never_wrote'
}
