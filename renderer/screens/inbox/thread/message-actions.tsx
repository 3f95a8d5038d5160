import { useState } from 'preact/hooks'
import type { DeskMessage } from '#contracts/tool-calls.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { languageName } from '../../../format/language-name.ts'
import { formatMoney } from '../../../format/numbers.ts'
import { language } from '../../../locales/language.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { BookIcon, HelpIcon, LanguageIcon, LinkIcon } from '../../../ui/icons-work.tsx'
import { EntryDialog } from '../../knowledge/entries/entry-dialog.tsx'
import type { EntryDraft } from '../../knowledge/entries/form-model.ts'
import { Explanation } from './explanation.tsx'
import { shownTranslation } from './translation.tsx'

/** Toasts that report the result of copying. */
export type NotificationKinds = Pick<Desk, 'toasts'>

/** Parts of the desk that the actions use. */
export type ActionNeeds = Pick<Desk, 'toasts' | 'api' | 'storage' | 'session'>

interface MessageActionsProps {
  readonly desk: ActionNeeds
  readonly conversation: string
  readonly message: DeskMessage
  /** The message as an entry of a knowledge base; undefined if it cannot become one. */
  readonly draftOf?: (() => EntryDraft) | undefined
}

/** Actions on a message, visible while it is hovered or focused. */
export function MessageActions({ desk, conversation, message, draftOf }: MessageActionsProps) {
  const [isExplained, setExplained] = useState(false)
  const [draft, setDraft] = useState<EntryDraft>()
  const [isTranslating, setTranslating] = useState(false)
  if (message.status === 'streaming') return null
  const mayTranslate =
    message.author !== 'operator' &&
    !shownTranslation(message) &&
    desk.session.may('conversations.change')
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
      {mayTranslate && (
        <IconButton
          size="small"
          icon={LanguageIcon}
          label={t('thread.translate', { language: languageName(language) })}
          busy={isTranslating}
          onClick={() => {
            setTranslating(true)
            void translate(desk, conversation, message.id).then(() => setTranslating(false))
          }}
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

/** Has a message translated into the desk's language; the stream brings the translation. */
async function translate({ api, toasts }: ActionNeeds, uuid: string, id: number): Promise<void> {
  try {
    const { cost } = await api.translateMessage({ params: { uuid, id }, body: { language } })
    toasts.show(t('thread.translationCost', { cost: formatMoney(cost) }))
  } catch (failure) {
    toasts.show(explain(failure), 'danger')
  }
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
