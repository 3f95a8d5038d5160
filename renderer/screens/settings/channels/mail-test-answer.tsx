import { t } from '../../../locales/translate.ts'
import { Badge } from '../../../ui/display.tsx'

interface AnswerProps {
  readonly answer: {
    readonly ok: boolean
    readonly message: string
    /** The server's address, if it has to be allowed first. */
    readonly allowable: string | null
  }
}

/** Result of the test of a mail server. */
export function MailTestAnswer({ answer: { ok, message, allowable } }: AnswerProps) {
  return (
    <>
      <Badge tone={ok ? 'ok' : 'danger'} isDot>
        {ok ? t('channels.works') : t('channels.worksNot')}
      </Badge>{' '}
      <span dir="auto">{message}</span>{' '}
      {allowable && (
        <a href={`/app/settings/network?allow=${encodeURIComponent(allowable)}`}>
          {t('channels.allow')}
        </a>
      )}
    </>
  )
}
