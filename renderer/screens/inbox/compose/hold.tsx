import './hold.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea, TextInput } from '../../../ui/controls.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { AssistantIcon, RefreshIcon, SendIcon } from '../../../ui/icons.tsx'
import { HandIcon, PauseIcon, PendingIcon } from '../../../ui/icons-work.tsx'
import { Banner } from '../../../ui/states.tsx'
import type { HoldModel } from './hold-model.ts'
import { Leftover } from './leftover.tsx'
import { useHoldKeys } from './use-hold-keys.ts'

/** Maximum length of a hint, code points. */
const MAX_HINT = 500

interface HoldProps {
  readonly model: HoldModel
  /** Copies text into the operator's own reply. */
  readonly onReply: (text: string) => void
}

/** Above the composer while an answer is on its way to the visitor: hold it, edit it, send it at once. */
export function Hold({ model, onReply }: HoldProps) {
  useHoldKeys(model)
  const { pending, leftover, notice, isMine } = model
  if (!pending.value && leftover.value === undefined && !notice.value) return null
  return (
    <section class={`hold ${isMine.value ? 'is-held' : ''}`} aria-label={t('hold.label')}>
      {notice.value && (
        <div role="alert">
          <Banner tone="attention" onDismiss={model.dismiss}>
            {notice.value}
          </Banner>
        </div>
      )}
      {leftover.value !== undefined && (
        <Leftover text={leftover.value} onDiscard={model.forgetLeftover} onReply={onReply} />
      )}
      {pending.value && (isMine.value ? <Held model={model} /> : <OnItsWay model={model} />)}
    </section>
  )
}

/** Not held, or by somebody else. */
function OnItsWay({ model }: Pick<HoldProps, 'model'>) {
  const name = model.heldBy.value
  return (
    <div class="hold-line">
      <p role="status">
        {name === undefined ? <PendingIcon size={16} /> : <HandIcon size={16} />}
        {name === undefined ? t('hold.onItsWay') : t('hold.heldBy', { name })}
      </p>
      {name === undefined && (
        <>
          <Button
            size="small"
            icon={PauseIcon}
            shortcut="Escape"
            busy={model.doing.value === 'holding'}
            onClick={() => void model.hold()}
          >
            {t('hold.hold')}
          </Button>
          <Button
            size="small"
            icon={AssistantIcon}
            shortcut="Tab"
            onClick={() => void model.hold('hint')}
          >
            {t('hold.hint')}
          </Button>
          <Button
            size="small"
            kind="quiet"
            icon={SendIcon}
            shortcut="Enter"
            busy={model.doing.value === 'releasing'}
            onClick={() => void model.release()}
          >
            {t('hold.sendNow')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Held by this operator: the rest can be edited. */
function Held({ model }: Pick<HoldProps, 'model'>) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { text, doing, problem } = model
  useEffect(() => {
    if (model.aim.peek() === 'text') area.current?.focus()
  }, [])
  return (
    <>
      <p class="hold-state" role="status">
        <HandIcon size={16} /> {t('hold.held')}
      </p>
      <TextArea
        aria-label={t('hold.text')}
        aria-describedby="hold-error"
        inputRef={area}
        rows={2}
        maxRows={8}
        value={text.value}
        onEdit={model.type}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          void model.release()
        }}
      />
      <FieldError id="hold-error" error={problem.value} />
      <Hint model={model} />
      <div class="hold-actions">
        <Button
          kind="primary"
          size="small"
          icon={SendIcon}
          shortcut="Enter"
          busy={doing.value === 'releasing'}
          disabled={problem.value !== undefined}
          onClick={() => void model.release()}
        >
          {t('hold.send')}
        </Button>
        <Button
          size="small"
          kind="quiet"
          busy={doing.value === 'discarding'}
          onClick={() => void model.discard()}
        >
          {t('hold.discard')}
        </Button>
        {model.isEdited.value && (
          <Button size="small" kind="quiet" onClick={model.undo}>
            {t('hold.undoEdits')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Tells the assistant how to write the rest again. */
function Hint({ model }: Pick<HoldProps, 'model'>) {
  const [hint, setHint] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (model.aim.peek() === 'hint') input.current?.focus()
  }, [])
  return (
    <form
      class="hold-hint"
      onSubmit={(event) => {
        event.preventDefault()
        if (hint.trim() === '') return
        void model.rewrite(hint).then((isDone) => isDone && setHint(''))
      }}
    >
      <TextInput
        aria-label={t('hold.hintLabel')}
        inputRef={input}
        size="small"
        value={hint}
        onEdit={setHint}
        maxLength={MAX_HINT}
        placeholder={t('hold.hintPlaceholder')}
      />
      <Button
        size="small"
        type="submit"
        icon={RefreshIcon}
        busy={model.doing.value === 'rewriting'}
        disabled={hint.trim() === ''}
      >
        {t('hold.rewrite')}
      </Button>
    </form>
  )
}
