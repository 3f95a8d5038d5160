import type { TargetedClipboardEvent } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Attachment } from '#contracts/attachment-fields.ts'
import type { ConversationDetail } from '#contracts/conversations.ts'
import { isPlaced, pictureMark } from '#contracts/pictures.ts'
import type { Desk } from '../../../app/desk.ts'
import { titleOf } from '../../../app/people/people.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { filesOf } from '../../../ui/drop-zone.tsx'
import { FieldError } from '../../../ui/field.tsx'
import type { AidModel } from './aid-model.ts'
import { AidPanel } from './aid-panel.tsx'
import { applyEdit } from './apply-edit.ts'
import type { Area } from './area.ts'
import { CannedDialog } from './canned-dialog.tsx'
import { fillCanned, valuesOf } from './canned-fill.ts'
import type { CannedModel } from './canned-model.ts'
import { formatByKey } from './format-bar.tsx'
import { insertedBlock, linkTo } from './format-text.ts'
import { PendingFiles } from './pending-files.tsx'
import { Preview } from './preview.tsx'
import type { ReplyModel } from './reply-model.ts'
import { ReplyTools } from './reply-tools.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { useSuggestions } from './use-suggestions.ts'
import { type WriteKeys, writeKeys } from './write-keys.ts'

interface ReplyBoxProps {
  readonly desk: Pick<Desk, 'commands' | 'team' | 'preferences' | 'toasts' | 'session'>
  readonly thread: ConversationDetail
  readonly reply: ReplyModel
  /** Sends the reply and resolves the conversation. */
  readonly sendLast: () => void
  readonly canned: CannedModel
  readonly aid: AidModel
  /** Puts a text into the private note. */
  readonly onNote: (text: string) => void
}

/** Editor of a reply to the visitor. */
export function ReplyBox(props: ReplyBoxProps) {
  const { desk, thread, reply, sendLast, canned, aid, onNote } = props
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [isManaging, setManaging] = useState(false)
  const [isPreviewed, setPreviewed] = useState(false)
  const { draft, uploads, error } = reply
  const suggestions = useCanned({ desk, thread, reply, canned, area })
  const text = draft.text.value
  useEffect(() => {
    if (error.value) area.current?.focus()
  }, [error.value])

  // Programs and text messages get the text as it is.
  const isRich = thread.type !== 'api'
  const isAi = thread.ai_enabled && thread.ended_at === null
  const send = () => void reply.send()
  const keys: WriteKeys = { send, isEnterSending: desk.preferences.enterSends.value }
  return (
    <>
      <div class={`composer-box ${error.value ? 'is-invalid' : ''}`}>
        {suggestions.isOpen && (
          <SuggestionList
            id={`${id}-list`}
            items={suggestions.items}
            active={suggestions.active}
            onTake={suggestions.take}
          >
            <CannedFoot
              canned={canned}
              typed={suggestions.typed}
              isNothing={suggestions.items.length === 0}
              onManage={() => setManaging(true)}
            />
          </SuggestionList>
        )}
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          class="composer-text"
          aria-label={t('composer.replyTo', { name: titleOf(thread) })}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={error.value ? true : undefined}
          aria-autocomplete="list"
          aria-controls={suggestions.isOpen ? `${id}-list` : undefined}
          aria-activedescendant={
            suggestions.isOpen && suggestions.items.length > 0
              ? `${id}-list-${suggestions.active}`
              : undefined
          }
          placeholder={
            isAi
              ? t('composer.replyYourself')
              : t('composer.replyPlaceholder', { name: titleOf(thread) })
          }
          value={text}
          onInput={({ currentTarget }) => {
            reply.type(currentTarget.value)
            suggestions.update(currentTarget)
          }}
          onBlur={suggestions.close}
          onKeyDown={(event) => {
            if (suggestions.onKeyDown(event) || (isRich && formatByKey(event, area))) return
            writeKeys(event, keys)
          }}
          onPaste={(event) => {
            if (paste(event, uploads, isRich)) event.preventDefault()
          }}
        />
        {isPreviewed && isRich && <Preview text={text} files={uploads.ready()} />}
        <PendingFiles
          uploads={uploads}
          onPlace={isRich ? (picture) => place(area, picture) : undefined}
          onRemove={(entry) => {
            if (entry.attachment) unplace(reply, entry.attachment)
            uploads.remove(entry.id)
          }}
        />
        <ReplyTools
          area={area}
          reply={reply}
          sendLast={sendLast}
          lastShortcut={desk.commands.keysOf('conversation.replyAndEnd')[0]}
          aid={aid}
          isRich={isRich}
          mayAddModels={desk.session.may('server.providers')}
          // Next to a draft of the assistant, sending that is the main action until something is typed.
          isPrimary={thread.ai_mode !== 'approve' || text !== ''}
          isPreviewed={isPreviewed}
          onPreview={setPreviewed}
          onCanned={() => setManaging(true)}
        />
      </div>
      <AidPanel aid={aid} onNote={onNote} />
      <FieldError id={`${id}-error`} error={error.value} />
      <Hint
        id={`${id}-hint`}
        isAi={isAi}
        isEnterSending={keys.isEnterSending}
        isOffline={draft.state.value === 'offline'}
      />
      {isManaging && (
        <CannedDialog
          model={canned}
          toasts={desk.toasts}
          onUse={(one) => {
            setManaging(false)
            suggestions.use(one)
          }}
          onClose={() => setManaging(false)}
        />
      )}
    </>
  )
}

interface HintProps {
  readonly id: string
  /** True if the assistant would answer. */
  readonly isAi: boolean
  readonly isEnterSending: boolean
  readonly isOffline: boolean
}

function Hint({ id, isAi, isEnterSending, isOffline }: HintProps) {
  return (
    <p class="composer-hint" id={id}>
      <span>
        {isAi
          ? t('composer.hintAi')
          : isEnterSending
            ? t('composer.hintEnter')
            : t('composer.hintModEnter')}
      </span>
      <span role="status">{isOffline && t('composer.draftOffline')}</span>
    </p>
  )
}

/** Attaches pasted files; a pasted address makes the selected words a link. True if it was handled. */
function paste(
  { clipboardData, currentTarget: field }: TargetedClipboardEvent<HTMLTextAreaElement>,
  uploads: ReplyModel['uploads'],
  isRich: boolean,
): boolean {
  const files = filesOf(clipboardData)
  uploads.add(files)
  if (files.length > 0) return true
  const text = clipboardData?.getData('text/plain').trim() ?? ''
  const hasSelection = field.selectionStart < field.selectionEnd
  if (!isRich || !hasSelection || !/^https?:\/\/\S+$/.test(text)) return false
  applyEdit(field, linkTo(field, text))
  return true
}

/** Puts a picture into the text, on a line of its own. */
function place({ current }: Area, picture: Attachment): void {
  if (current) applyEdit(current, insertedBlock(current, pictureMark(picture)))
}

/** Removes a picture from the text. */
function unplace(reply: ReplyModel, picture: Attachment): void {
  const text = reply.draft.text.value
  if (isPlaced(text, picture.id)) reply.type(text.replaceAll(pictureMark(picture), ''))
}

interface UseCanned extends Pick<ReplyBoxProps, 'desk' | 'thread' | 'reply' | 'canned'> {
  readonly area: Area
}

/** Canned replies matching the text after `/`, with placeholders filled in on insertion. */
function useCanned({ desk, thread, reply, canned, area }: UseCanned) {
  const values = () => valuesOf(thread, desk.team.me.value?.name)

  function putIn(content: string, start: number, end: number): void {
    const before = reply.draft.text.value
    const { text, gap } = fillCanned(content, values())
    reply.type(before.slice(0, start) + text + before.slice(end))
    requestAnimationFrame(() => {
      const caret = start + text.length
      area.current?.focus()
      area.current?.setSelectionRange(
        gap ? start + gap.start : caret,
        gap ? start + gap.end : caret,
      )
    })
  }

  const suggestions = useSuggestions({
    mark: '/',
    find: (typed) => {
      void canned.load()
      return canned.matching(typed).map((one) => ({
        id: String(one.id),
        label: `/${one.shortcut}`,
        hint: `${one.title} — ${fillCanned(one.content, values()).text}`,
        content: one.content,
      }))
    },
    onTake: ({ content }, start, end) => putIn(content, start, end),
  })
  return {
    ...suggestions,
    /** Inserts a reply at the cursor. */
    use({ content }: { readonly content: string }): void {
      const at = area.current?.selectionEnd ?? reply.draft.text.value.length
      putIn(content, at, at)
    },
  }
}

interface CannedFootProps {
  readonly canned: CannedModel
  readonly typed: string
  readonly isNothing: boolean
  readonly onManage: () => void
}

/** Below the suggestions: why there are none, and a link to manage them. */
function CannedFoot({ canned, typed, isNothing, onManage }: CannedFootProps) {
  return (
    <div class="suggestions-foot">
      {isNothing && (
        <p>
          {canned.error.value !== undefined
            ? t('composer.cannedFailed')
            : canned.isEmpty.value
              ? t('composer.cannedEmpty')
              : canned.isReady.value && t('composer.cannedNone', { text: typed })}
        </p>
      )}
      <Button
        size="small"
        kind="quiet"
        onPointerDown={(event: PointerEvent) => event.preventDefault()}
        onClick={onManage}
      >
        {t('composer.cannedManage')}
      </Button>
    </div>
  )
}
