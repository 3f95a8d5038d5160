import '../thread/dial.css'
import { useEffect, useRef } from 'preact/hooks'
import type { Proposal } from '#contracts/proposal-fields.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/controls.tsx'
import { Badge } from '../../../ui/display.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { AssistantIcon, SendIcon } from '../../../ui/icons.tsx'
import { Banner } from '../../../ui/states.tsx'
import { Changes } from '../thread/changes.tsx'
import type { ApproveModel } from './approve-model.ts'
import { Leftover } from './leftover.tsx'
import { Regenerate } from './regenerate.tsx'

interface ApproveProps {
  readonly model: ApproveModel
  /** True if the visitor is waiting for an answer. */
  readonly isWaiting: boolean
  /** Copies text into the operator's own reply. */
  readonly onReply: (text: string) => void
}

/** The assistant's draft above the composer: edit it in place, send it, regenerate it, or dismiss it. */
export function Approve({ model, isWaiting, onReply }: ApproveProps) {
  const { leftover, isOn, proposal, notice } = model
  if (!isOn.value && leftover.value === undefined) return null
  return (
    <section class="approve" aria-label={t('dial.draft')}>
      {notice.value && (
        <div role="alert">
          <Banner tone="attention">{notice.value}</Banner>
        </div>
      )}
      {leftover.value !== undefined && (
        <Leftover text={leftover.value} onDiscard={model.discard} onReply={onReply} />
      )}
      {proposal.value && <Draft model={model} proposal={proposal.value} />}
      {isOn.value && !proposal.value && <Nothing model={model} isWaiting={isWaiting} />}
    </section>
  )
}

function Nothing({ model, isWaiting }: Pick<ApproveProps, 'model' | 'isWaiting'>) {
  return (
    <div class="approve-nothing">
      <p>{isWaiting ? t('dial.nothing') : t('dial.waiting')}</p>
      {isWaiting && (
        <Button
          size="small"
          icon={AssistantIcon}
          busy={model.doing.value === 'regenerating'}
          onClick={() => void model.regenerate('')}
        >
          {t('dial.draftNow')}
        </Button>
      )}
    </div>
  )
}

interface DraftProps {
  readonly model: ApproveModel
  readonly proposal: Proposal
}

function Draft({ model, proposal }: DraftProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { text, isEdited, doing, problem } = model
  const isWriting = proposal.status === 'streaming' && !isEdited.value
  useEffect(() => {
    // Keeps the newest words in view while they are streamed.
    if (isWriting && area.current) area.current.scrollTop = area.current.scrollHeight
  }, [text.value])
  const send = () => void model.send()
  return (
    <>
      <DraftHead proposal={proposal} isEdited={isEdited.value} />
      <Newer model={model} />
      {proposal.status === 'failed' && <Broken proposal={proposal} />}
      <TextArea
        aria-label={t('dial.text')}
        aria-describedby="approve-error"
        aria-busy={isWriting || undefined}
        inputRef={area}
        rows={2}
        maxRows={8}
        value={text.value}
        onEdit={model.type}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          send()
        }}
      />
      <FieldError id="approve-error" error={problem.value} />
      <div class="approve-actions">
        <Button
          kind="primary"
          size="small"
          icon={SendIcon}
          title={`${t('dial.sendHint')} (Ctrl+Enter)`}
          busy={doing.value === 'sending'}
          disabled={text.value.trim() === '' || problem.value !== undefined}
          onClick={send}
        >
          {t('dial.send')}
        </Button>
        <Regenerate model={model} />
        <Button
          size="small"
          kind="quiet"
          busy={doing.value === 'dismissing'}
          onClick={() => void model.dismiss()}
        >
          {t('dial.dismiss')}
        </Button>
        {isEdited.value && (
          <Button size="small" kind="quiet" onClick={model.discard}>
            {t('dial.undoEdits')}
          </Button>
        )}
        {isEdited.value && <Changes from={proposal.content} to={text.value} />}
      </div>
    </>
  )
}

function DraftHead({ proposal, isEdited }: Pick<DraftProps, 'proposal'> & { isEdited: boolean }) {
  const { status, hint } = proposal
  return (
    <header class="approve-head">
      <AssistantIcon size={16} />
      <h3>{t('dial.draft')}</h3>
      <span role="status">
        {status === 'streaming' && <Badge tone="ai">{t('dial.drafting')}</Badge>}
        {status === 'failed' && <Badge tone="danger">{t('dial.brokeOff')}</Badge>}
      </span>
      {isEdited && <Badge tone="person">{t('dial.edited')}</Badge>}
      {hint && (
        <span class="approve-asked" dir="auto">
          {t('dial.asked', { hint })}
        </span>
      )}
    </header>
  )
}

function Broken({ proposal: { content, error } }: Pick<DraftProps, 'proposal'>) {
  const reason = error ?? ''
  return (
    <Banner tone="danger">
      {content === '' ? t('dial.failedDraft', { reason }) : t('dial.broken', { reason })}
    </Banner>
  )
}

/** Offers the assistant's newer draft; it never replaces typed text. */
function Newer({ model }: Pick<DraftProps, 'model'>) {
  const newer = model.newer.value
  if (!newer) return null
  return (
    <Banner
      tone="attention"
      actions={
        <>
          <Button size="small" onClick={model.showNewer}>
            {t('dial.showNewer')}
          </Button>
          <Button size="small" kind="quiet" onClick={model.keepMine}>
            {t('dial.keepMine')}
          </Button>
        </>
      }
    >
      {newer === 'draft' ? t('dial.staleEdited') : t('dial.goneOn')}
    </Banner>
  )
}
