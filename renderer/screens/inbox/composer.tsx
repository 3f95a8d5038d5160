import { useEffect, useId, useRef } from 'preact/hooks'
import { MAX_MESSAGE } from '#contracts/messages.ts'
import { titleOf } from '../../people.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { AssistantIcon, PersonIcon, SendIcon } from '../../ui/icons.tsx'
import { Banner } from '../../ui/states.tsx'
import type { ReplyModel } from './reply-model.ts'
import type { ThreadModel } from './thread-model.ts'

interface ComposerProps {
  readonly model: ThreadModel
  readonly reply: ReplyModel
}

/** Where a person writes to the visitor, and decides who has the word. */
export function Composer({ model, reply }: ComposerProps) {
  const thread = model.thread.value
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const error = reply.error.value
  useEffect(() => {
    if (error) area.current?.focus()
  }, [error])
  if (!thread) return null

  const isAi = thread.ai_enabled && thread.ended_at === null
  const send = () => void reply.send()
  return (
    <footer class="composer">
      <Word model={model} isAi={isAi} hasEnded={thread.ended_at !== null} />
      <div class={`composer-box ${error ? 'is-invalid' : ''}`}>
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          aria-label={`Reply to ${titleOf(thread)}`}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={error ? true : undefined}
          placeholder={isAi ? 'Reply yourself…' : `Reply to ${titleOf(thread)}…`}
          value={reply.draft.value}
          onInput={({ currentTarget }) => reply.type(currentTarget.value)}
          onKeyDown={(event) => sendOnEnter(event, send)}
        />
        <IconButton class="composer-send" icon={SendIcon} label="Send (Enter)" onClick={send} />
      </div>
      <FieldError id={`${id}-error`} error={error} />
      <p class="composer-hint" id={`${id}-hint`}>
        {isAi
          ? 'Sending takes over: the assistant stops, even in mid-sentence.'
          : 'Enter sends, Shift and Enter begin a new line.'}
        <Counter text={reply.draft.value} />
      </p>
    </footer>
  )
}

function sendOnEnter(event: KeyboardEvent, send: () => void): void {
  if (event.key === 'Escape' && event.currentTarget instanceof HTMLElement)
    event.currentTarget.blur()
  // While an input method composes, Enter chooses a character.
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  send()
}

interface WordProps {
  readonly model: ThreadModel
  readonly isAi: boolean
  readonly hasEnded: boolean
}

/** Who has the word: the assistant, or a person. */
function Word({ model, isAi, hasEnded }: WordProps) {
  const busy = model.isSwitching.value
  // What goes wrong is said in the notice.
  const quietly = (change: () => Promise<void>) => () => void change().catch(() => undefined)
  return (
    <>
      {model.notice.value && <Banner tone="danger">{model.notice.value}</Banner>}
      {isAi ? (
        <Banner
          tone="ai"
          icon={AssistantIcon}
          actions={
            <Button kind="primary" size="small" busy={busy} onClick={quietly(model.takeOver)}>
              Take over
            </Button>
          }
        >
          <strong>The assistant is answering.</strong> Take over to reply yourself.
        </Banner>
      ) : (
        <Banner
          icon={PersonIcon}
          actions={
            !hasEnded && (
              <Button
                size="small"
                icon={AssistantIcon}
                busy={busy}
                onClick={quietly(model.handBack)}
              >
                Hand back
              </Button>
            )
          }
        >
          {hasEnded ? (
            'This conversation has ended. A reply still reaches the visitor’s chat.'
          ) : (
            <>
              <strong>A person is answering.</strong> The assistant is silent.
            </>
          )}
        </Banner>
      )}
    </>
  )
}

/** Says how much room is left, once that is worth knowing. */
function Counter({ text }: { readonly text: string }) {
  const left = MAX_MESSAGE - [...text].length
  if (left > MAX_MESSAGE / 10) return null
  return <span class={`counter ${left < 0 ? 'is-over' : ''}`}>{left} left</span>
}
