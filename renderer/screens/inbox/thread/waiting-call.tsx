import './waiting-call.css'
import { useEffect, useRef } from 'preact/hooks'
import type { ToolCall } from '#contracts/tool-calls.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { HandIcon } from '../../../ui/icons-work.tsx'
import { Banner } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { type ApprovalModel, createApprovalModel } from './approval-model.ts'

/** Maximum length of a reason, code points. */
const MAX_REASON = 500

interface WaitingCallProps {
  readonly desk: Pick<Desk, 'api' | 'session'>
  /** UUID of the conversation. */
  readonly conversation: string
  readonly call: ToolCall
}

/** A tool call that waits for a person, with its arguments. */
export function WaitingCall({ desk, conversation, call }: WaitingCallProps) {
  const model = useModel(() => createApprovalModel(desk.api, conversation, call.id))
  const { doing, failure, isDeclining } = model
  return (
    <section class="waiting-call" aria-label={t('approval.label', { name: call.name })}>
      <p class="waiting-call-head">
        <HandIcon size={16} />
        <span>{t('approval.title')}</span>
        <code dir="ltr">{call.name}</code>
      </p>
      <pre dir="ltr">{JSON.stringify(call.arguments, null, 2)}</pre>
      {call.approval && (
        <p class="waiting-call-note">
          {t('approval.until')} <Time at={call.approval.expires_at} as="clock" />
        </p>
      )}
      {failure.value && (
        <div role="alert">
          <Banner tone="danger">{failure.value}</Banner>
        </div>
      )}
      {isDeclining.value && <Declining model={model} />}
      {!isDeclining.value && desk.session.may('conversations.change') && (
        <div class="waiting-call-actions">
          <Button
            size="small"
            kind="primary"
            icon={CheckIcon}
            busy={doing.value === 'once'}
            onClick={() => void model.approve(false)}
          >
            {t('approval.once')}
          </Button>
          {desk.session.may('assistants') && (
            <Button
              size="small"
              busy={doing.value === 'always'}
              onClick={() => void model.approve(true)}
            >
              {t('approval.always')}
            </Button>
          )}
          <Button
            size="small"
            kind="quiet"
            onClick={() => {
              isDeclining.value = true
            }}
          >
            {t('approval.decline')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** An optional reason, which the model is told. */
function Declining({ model }: { readonly model: ApprovalModel }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const { reason, isDeclining, doing } = model
  return (
    <form
      class="waiting-call-actions"
      onSubmit={(event) => {
        event.preventDefault()
        void model.decline()
      }}
    >
      <TextInput
        aria-label={t('approval.reason')}
        inputRef={input}
        size="small"
        maxLength={MAX_REASON}
        placeholder={t('approval.reason')}
        value={reason.value}
        onEdit={(text) => {
          reason.value = text
        }}
      />
      <Button size="small" type="submit" busy={doing.value === 'decline'}>
        {t('approval.decline')}
      </Button>
      <Button
        size="small"
        kind="quiet"
        onClick={() => {
          isDeclining.value = false
        }}
      >
        {t('common.cancel')}
      </Button>
    </form>
  )
}
