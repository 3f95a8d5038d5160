import '../../inbox/thread/dial.css'
import type { Correction } from '#contracts/corrections.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { BookIcon, FlaskIcon, UndoIcon, WriteIcon } from '../../../ui/icons-work.tsx'
import { Time } from '../../../ui/time.tsx'
import { ChangedWords } from '../../inbox/thread/word-diff.tsx'
import type { Use } from './corrections.tsx'

interface CorrectionCardProps {
  readonly correction: Correction
  /** True if the operator may add entries. */
  readonly mayAdd: boolean
  /** True if the operator may change assistants. */
  readonly mayTrain: boolean
  /** True if the operator may dismiss and reopen corrections. */
  readonly maySettle: boolean
  readonly onUse: (use: Use) => void
  readonly onSettle: (status: Correction['status']) => void
}

/** A draft beside what was sent instead, and what can be made of it. */
export function CorrectionCard(props: CorrectionCardProps) {
  const { correction, mayAdd, mayTrain, maySettle, onUse, onSettle } = props
  const { kind, question, draft, sent, status } = correction
  return (
    <li class="correction" tabIndex={-1}>
      <p class="correction-asked" dir="auto">
        {question ?? t('corrections.noQuestion')}
      </p>
      <Origin correction={correction} />
      {kind === 'edited' ? (
        <p class="word-diff" dir="auto">
          <ChangedWords from={draft} to={sent} />
        </p>
      ) : (
        <dl class="correction-sides">
          <div>
            <dt>{t('corrections.drafted')}</dt>
            <dd dir="auto">{draft}</dd>
          </div>
          <div>
            <dt>{t('corrections.sent')}</dt>
            <dd dir="auto">{sent}</dd>
          </div>
        </dl>
      )}
      <div class="correction-actions">
        {status === 'open' ? (
          <>
            {mayAdd && (
              <Button size="small" icon={BookIcon} onClick={() => onUse('knowledge')}>
                {t('entries.add')}
              </Button>
            )}
            {mayTrain && (
              <>
                <Button size="small" icon={FlaskIcon} onClick={() => onUse('test')}>
                  {t('corrections.test')}
                </Button>
                <Button size="small" icon={WriteIcon} onClick={() => onUse('instruction')}>
                  {t('corrections.instruction')}
                </Button>
              </>
            )}
            {maySettle && (
              <Button
                size="small"
                kind="quiet"
                icon={CheckIcon}
                onClick={() => onSettle('dismissed')}
              >
                {t('corrections.dismiss')}
              </Button>
            )}
          </>
        ) : (
          <>
            <Badge>{t(`corrections.statuses.${status}`)}</Badge>
            {maySettle && (
              <Button size="small" kind="quiet" icon={UndoIcon} onClick={() => onSettle('open')}>
                {t('corrections.reopen')}
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  )
}

function Origin({ correction }: Pick<CorrectionCardProps, 'correction'>) {
  const { kind, assistant, by, created_at, conversation_id, message_seq } = correction
  const name = by?.name ?? t('corrections.someone')
  return (
    <p class="correction-origin quiet">
      <bdi>{t(`corrections.kinds.${kind}`, { assistant: assistant.name, name })}</bdi>
      <Time at={created_at} />
      <a href={`/app/inbox/${conversation_id}?message=${message_seq}`}>
        {t('entries.conversation')}
      </a>
    </p>
  )
}
