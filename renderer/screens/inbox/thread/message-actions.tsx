import type { Message } from '#contracts/messages.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { LinkIcon } from '../../../ui/icons-work.tsx'

/** Toasts that report the result of copying. */
export type NotificationKinds = Pick<Desk, 'toasts'>

interface MessageActionsProps {
  readonly desk: NotificationKinds
  readonly conversation: string
  readonly message: Message
}

/** Actions on a message, visible while it is hovered or focused. */
export function MessageActions({ desk, conversation, message }: MessageActionsProps) {
  if (message.status === 'streaming') return null
  const link = `${location.origin}/app/inbox/${conversation}?message=${message.seq}`
  return (
    <div class="message-actions">
      <IconButton
        size="small"
        icon={CopyIcon}
        label={t('thread.copyText')}
        onClick={() => void copy(desk, message.content, t('thread.textCopied'))}
      />
      <IconButton
        size="small"
        icon={LinkIcon}
        label={t('thread.copyMessageLink')}
        onClick={() => void copy(desk, link, t('thread.linkCopied'))}
      />
    </div>
  )
}

/** Copies a text and reports success or failure. */
export async function copy(
  { toasts }: NotificationKinds,
  text: string,
  done: string,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.show(done)
  } catch {
    toasts.show(t('thread.copyFailed'), 'danger')
  }
}
