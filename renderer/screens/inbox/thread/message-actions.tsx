import { useState } from 'preact/hooks'
import type { Message } from '#contracts/messages.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { HelpIcon, LinkIcon } from '../../../ui/icons-work.tsx'
import { Explanation } from './explanation.tsx'

/** Toasts that report the result of copying. */
export type NotificationKinds = Pick<Desk, 'toasts'>

/** Parts of the desk that the actions use. */
export type ActionNeeds = Pick<Desk, 'toasts' | 'api'>

interface MessageActionsProps {
  readonly desk: ActionNeeds
  readonly conversation: string
  readonly message: Message
}

/** Actions on a message, visible while it is hovered or focused. */
export function MessageActions({ desk, conversation, message }: MessageActionsProps) {
  const [isExplained, setExplained] = useState(false)
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
      {message.author === 'assistant' && message.status !== 'failed' && (
        <IconButton
          size="small"
          icon={HelpIcon}
          label={t('explanation.open')}
          onClick={() => setExplained(true)}
        />
      )}
      {isExplained && (
        <Explanation
          desk={desk}
          conversation={conversation}
          message={message}
          onClose={() => setExplained(false)}
        />
      )}
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
