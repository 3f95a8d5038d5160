import { useRef, useState } from 'preact/hooks'
import type { DeskMessage } from '#contracts/tool-calls.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { languageName } from '../../../format/language-name.ts'
import { formatMoney } from '../../../format/numbers.ts'
import { language } from '../../../locales/language.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { Icon } from '../../../ui/icon.tsx'
import { CopyIcon, MoreIcon } from '../../../ui/icons.tsx'
import { BookIcon, HelpIcon, LanguageIcon, LinkIcon } from '../../../ui/icons-work.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { rove } from '../../../ui/use-roving.ts'
import { EntryDialog } from '../../knowledge/entries/entry-dialog.tsx'
import type { EntryDraft } from '../../knowledge/entries/form-model.ts'
import { Explanation } from './explanation.tsx'
import { shownTranslation } from './translation.tsx'

/** Part of the desk that reports the result of copying. */
type CopyNeeds = Pick<Desk, 'toasts'>

/** Parts of the desk that the actions use. */
export type ActionNeeds = Pick<Desk, 'toasts' | 'api' | 'storage' | 'session'>

interface MessageActionsProps {
  readonly desk: ActionNeeds
  readonly conversation: string
  readonly message: DeskMessage
  /** The message as an entry of a knowledge base; undefined if it cannot become one. */
  readonly draftOf?: (() => EntryDraft) | undefined
}

/** An action on a message. */
interface MessageAction {
  readonly icon: Icon
  readonly label: string
  readonly onSelect: () => void
  readonly isBusy?: boolean
}

/** There is no pointer that could show the toolbar, or no room for it. */
const WITHOUT_POINTER = '(width < 60rem), (hover: none)'

/** Actions on a message: a toolbar over its edge while it is hovered or focused; on a touch screen or in a narrow window, a menu beside it. */
export function MessageActions(props: MessageActionsProps) {
  const { desk, conversation, message, draftOf } = props
  const [isExplained, setExplained] = useState(false)
  const [draft, setDraft] = useState<EntryDraft>()
  const [isTranslating, setTranslating] = useState(false)
  const isMenu = useMedia(WITHOUT_POINTER)
  if (message.status === 'streaming') return null
  const mayTranslate =
    message.author !== 'operator' &&
    !shownTranslation(message) &&
    desk.session.may('conversations.change')
  const link = `${location.origin}/app/inbox/${conversation}?message=${message.seq}`
  const all: readonly (MessageAction | false | undefined)[] = [
    {
      icon: CopyIcon,
      label: t('thread.copyText'),
      onSelect: () => void copy(desk, message.content, t('thread.textCopied')),
    },
    {
      icon: LinkIcon,
      label: t('thread.copyMessageLink'),
      onSelect: () => void copy(desk, link, t('thread.linkCopied')),
    },
    message.author === 'assistant' &&
      message.status !== 'failed' && {
        icon: HelpIcon,
        label: t('explanation.open'),
        onSelect: () => setExplained(true),
      },
    mayTranslate && {
      icon: LanguageIcon,
      label: t('thread.translate', { language: languageName(language) }),
      isBusy: isTranslating,
      onSelect: () => {
        setTranslating(true)
        void translate(desk, conversation, message.id).then(() => setTranslating(false))
      },
    },
    draftOf && {
      icon: BookIcon,
      label: t('entries.add'),
      onSelect: () => setDraft(draftOf()),
    },
  ]
  const actions = all.filter((one) => one !== false && one !== undefined)
  return (
    <>
      <div class={`message-actions ${isMenu ? 'is-menu' : ''}`}>
        {isMenu ? <ActionMenu actions={actions} /> : <ActionBar actions={actions} />}
      </div>
      {draft && <EntryDialog desk={desk} draft={draft} onClose={() => setDraft(undefined)} />}
      {isExplained && (
        <Explanation
          read={async () => {
            const params = { uuid: conversation, id: message.id }
            return (await desk.api.getAnswerExplanation({ params })).data
          }}
          onClose={() => setExplained(false)}
        />
      )}
    </>
  )
}

interface ActionsProps {
  readonly actions: readonly MessageAction[]
}

/** One stop for Tab; arrow keys move between its buttons. */
function ActionBar({ actions }: ActionsProps) {
  const bar = useRef<HTMLDivElement>(null)
  return (
    <div
      class="message-toolbar"
      role="toolbar"
      aria-label={t('thread.messageActions')}
      ref={bar}
      onKeyDown={(event) => void rove(event, bar, 'button', 'line')}
    >
      {actions.map(({ icon, label, isBusy = false, onSelect }, index) => (
        <IconButton
          key={label}
          size="small"
          icon={icon}
          label={label}
          busy={isBusy}
          tabIndex={index === 0 ? 0 : -1}
          onClick={onSelect}
        />
      ))}
    </div>
  )
}

function ActionMenu({ actions }: ActionsProps) {
  const isBusy = actions.some((action) => action.isBusy)
  return (
    <Menu
      label={t('thread.messageActions')}
      align="end"
      items={actions}
      trigger={(props) => (
        <IconButton
          {...props}
          size="small"
          icon={MoreIcon}
          label={t('thread.messageActions')}
          busy={isBusy}
        />
      )}
    />
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
export async function copy({ toasts }: CopyNeeds, text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.show(done)
  } catch {
    toasts.show(t('thread.copyFailed'), 'danger')
  }
}
