import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { MAX_MESSAGE } from '#contracts/constants.ts'
import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Desk } from '../../../app/desk.ts'
import { titleOf } from '../../../app/people/people.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { filesOf } from '../../../ui/drop-zone.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { SendIcon } from '../../../ui/icons.tsx'
import { CannedIcon, PaperclipIcon } from '../../../ui/icons-work.tsx'
import { CannedDialog } from './canned-dialog.tsx'
import { fillCanned, valuesOf } from './canned-fill.ts'
import type { CannedModel } from './canned-model.ts'
import { PendingFiles } from './pending-files.tsx'
import type { ReplyModel } from './reply-model.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useSuggestions } from './use-suggestions.ts'
import { type WriteKeys, writeKeys } from './write-keys.ts'

interface ReplyBoxProps {
  readonly desk: Pick<Desk, 'team' | 'preferences' | 'toasts'>
  readonly thread: ConversationDetail
  readonly reply: ReplyModel
  readonly canned: CannedModel
}

/** Editor of a reply to the visitor. */
export function ReplyBox({ desk, thread, reply, canned }: ReplyBoxProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [isManaging, setManaging] = useState(false)
  const { draft, uploads, error } = reply
  const suggestions = useCanned({ desk, thread, reply, canned, area })
  const text = draft.text.value
  useEffect(() => {
    if (error.value) area.current?.focus()
  }, [error.value])

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
            if (!suggestions.onKeyDown(event)) writeKeys(event, keys)
          }}
          onPaste={(event) => {
            const pasted = filesOf(event.clipboardData)
            if (pasted.length === 0) return
            event.preventDefault()
            uploads.add(pasted)
          }}
        />
        <PendingFiles uploads={uploads} />
        <div class="composer-tools">
          <IconButton
            size="small"
            icon={PaperclipIcon}
            label={t('composer.attach')}
            onClick={() => files.current?.click()}
          />
          <IconButton
            size="small"
            icon={CannedIcon}
            label={t('composer.canned')}
            onClick={() => setManaging(true)}
          />
          <input
            ref={files}
            type="file"
            multiple
            hidden
            aria-label={t('composer.attach')}
            onChange={({ currentTarget }) => {
              uploads.add([...(currentTarget.files ?? [])])
              currentTarget.value = ''
            }}
          />
          <Counter text={text} />
          <Button
            // Next to a draft of the assistant, sending that is the main action until something is typed.
            kind={thread.ai_mode === 'approve' && text === '' ? 'secondary' : 'primary'}
            size="small"
            icon={SendIcon}
            onClick={send}
          >
            {t('composer.send')}
          </Button>
        </div>
      </div>
      <FieldError id={`${id}-error`} error={error.value} />
      <p class="composer-hint" id={`${id}-hint`}>
        <span>
          {isAi
            ? t('composer.hintAi')
            : keys.isEnterSending
              ? t('composer.hintEnter')
              : t('composer.hintModEnter')}
        </span>
        <span role="status">{draft.state.value === 'offline' && t('composer.draftOffline')}</span>
      </p>
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

interface UseCanned extends ReplyBoxProps {
  readonly area: { readonly current: HTMLTextAreaElement | null }
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

/** Shows the remaining length when it runs low. */
function Counter({ text }: { readonly text: string }) {
  const left = MAX_MESSAGE - [...text].length
  return (
    <span class={`counter ${left < 0 ? 'is-over' : ''}`}>
      {left <= MAX_MESSAGE / 10 && t('composer.left', { count: left })}
    </span>
  )
}
