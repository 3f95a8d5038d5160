import { useState } from 'preact/hooks'
import type { Message } from '#contracts/messages.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { BookIcon, HelpIcon, LinkIcon } from '../../../ui/icons-work.tsx'
import { EntryDialog } from '../../knowledge/entries/entry-dialog.tsx'
import type { EntryDraft } from '../../knowledge/entries/form-model.ts'
import { Explanation } from './explanation.tsx'

/** Toasts that report the result of copying. */
export type NotificationKinds = Pick<Desk, 'toasts'>

/** Parts of the desk that the actions use. */
export type ActionNeeds = Pick<Desk, 'toasts' | 'api' | 'storage'>

interface MessageActionsProps {
  readonly desk: ActionNeeds
  readonly conversation: string
  readonly message: Message
  /** The message as an entry of a knowledge base; undefined if it cannot become one. */
  readonly draftOf?: (() => EntryDraft) | undefined
}

/** Actions on a message, visible while it is hovered or focused. */
export function MessageActions({ desk, conversation, message, draftOf }: MessageActionsProps) {
  const [isExplained, setExplained] = useState(false)
  const [draft, setDraft] = useState<EntryDraft>()
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
      {draftOf && (
        <IconButton
          size="small"
          icon={BookIcon}
          label={t('entries.add')}
          onClick={() => setDraft(draftOf())}
        />
      )}
      {draft && <EntryDialog desk={desk} draft={draft} onClose={() => setDraft(undefined)} />}
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
