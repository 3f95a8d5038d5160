import type { Outgoing } from '../../../app/inbox/outbox.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertIcon, ClockIcon } from '../../../ui/icons.tsx'
import type { ReplyModel } from '../compose/reply-model.ts'
import { MessageText } from './message-text.tsx'
import { SentFiles, unplaced } from './sent-files.tsx'

interface OutgoingRowProps {
  readonly entry: Outgoing
  readonly reply: Pick<ReplyModel, 'retry' | 'discard'>
}

/** A reply that is being sent or has failed. */
export function OutgoingRow({ entry, reply }: OutgoingRowProps) {
  const { client_id, content, state, reason = '', files, endsUpTo } = entry
  const message = { author: 'operator', content, attachments: files } as const
  return (
    <div class={`message is-operator is-first is-${state}`}>
      <div class="bubble" dir="auto">
        <MessageText {...message} text={content} />
      </div>
      <SentFiles files={unplaced(message)} />
      {state === 'sending' ? (
        <p class="message-note">
          <ClockIcon size={14} /> {t('thread.sending')}
          {endsUpTo !== undefined && ` ${t('thread.resolvesOnceSent')}`}
        </p>
      ) : (
        <div class="message-note is-danger">
          <span class="message-reason">
            <AlertIcon size={14} /> {t('thread.notSent', { reason })}
            {endsUpTo !== undefined && ` ${t('thread.resolvesOnceSent')}`}
          </span>
          <Button size="small" onClick={() => reply.retry(client_id)}>
            {t('common.tryAgain')}
          </Button>
          <Button size="small" kind="quiet" onClick={() => reply.discard(client_id)}>
            {t('thread.discard')}
          </Button>
        </div>
      )}
    </div>
  )
}
