import type { QuestionExample, QuestionGroup, WholeQuestionGroup } from '#contracts/unanswered.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { UndoIcon, WriteIcon } from '../../../ui/icons-work.tsx'
import { Time } from '../../../ui/time.tsx'

interface GroupCardProps {
  readonly group: QuestionGroup
  /** The group with its examples, while they are shown. */
  readonly whole: WholeQuestionGroup | undefined
  /** True if the operator may add entries. */
  readonly mayAdd: boolean
  /** True if the operator may dismiss and reopen groups. */
  readonly maySettle: boolean
  readonly onToggle: () => void
  readonly onDraft: () => void
  readonly onSettle: (status: QuestionGroup['status']) => void
}

/** A group of questions that mean the same. */
export function GroupCard(props: GroupCardProps) {
  const { group, whole, mayAdd, maySettle, onToggle, onDraft, onSettle } = props
  return (
    <li class="question-group" tabIndex={-1}>
      <p class="question-words" dir="auto">
        {group.question}
      </p>
      <p class="question-facts quiet">
        <Badge tone="attention">{t('unanswered.times', { count: group.count })}</Badge>
        <span>
          {t('unanswered.last')} <Time at={group.last_asked_at} />
        </span>
      </p>
      <div class="question-actions">
        {mayAdd && (
          <Button size="small" icon={WriteIcon} onClick={onDraft}>
            {t('unanswered.draft')}
          </Button>
        )}
        <Button size="small" kind="quiet" aria-expanded={whole !== undefined} onClick={onToggle}>
          {whole ? t('unanswered.hideExamples') : t('unanswered.showExamples')}
        </Button>
        {maySettle && group.status === 'open' && (
          <Button size="small" kind="quiet" icon={CheckIcon} onClick={() => onSettle('dismissed')}>
            {t('corrections.dismiss')}
          </Button>
        )}
        {maySettle && group.status !== 'open' && (
          <Button size="small" kind="quiet" icon={UndoIcon} onClick={() => onSettle('open')}>
            {t('corrections.reopen')}
          </Button>
        )}
      </div>
      {whole && (
        <ul class="question-examples">
          {whole.examples.map((example) => (
            <Example key={`${example.conversation_id} ${example.message_seq}`} example={example} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Example({ example }: { readonly example: QuestionExample }) {
  const { question, conversation_id, message_seq, assistant, asked_at, reply } = example
  return (
    <li>
      <p dir="auto">{question}</p>
      {reply && (
        <p class="question-reply" dir="auto">
          <strong>{reply.by}:</strong> {reply.content}
        </p>
      )}
      <p class="question-facts quiet">
        <bdi>{assistant.name}</bdi>
        <Time at={asked_at} />
        <a href={`/app/inbox/${conversation_id}?message=${message_seq}`}>
          {t('entries.conversation')}
        </a>
        {!reply && <span>{t('unanswered.nobody')}</span>}
      </p>
    </li>
  )
}
