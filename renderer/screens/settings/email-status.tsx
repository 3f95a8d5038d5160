import type { Operator } from '#contracts/operators.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Badge } from '../../ui/display.tsx'
import { useModel } from '../../ui/use-model.ts'
import { canGetMail, createEmailStatusModel, isUnconfirmed } from './email-status-model.ts'

interface EmailStatusProps {
  readonly desk: Pick<Desk, 'api' | 'team' | 'toasts'>
  readonly me: Operator
}

/** Says whether one's own address is confirmed, and asks for it where its link was opened. */
export function EmailStatus({ desk, me }: EmailStatusProps) {
  const model = useModel(() => createEmailStatusModel(desk))
  const { email, confirmed_email: confirmed } = me
  const answer = model.answer.value
  if (email === null) return null
  if (!isUnconfirmed(me))
    return (
      <p class="email-status">
        <Badge tone="ok">{t('settings.emailStatus.confirmed')}</Badge>
      </p>
    )
  return (
    <div class="email-status">
      <Badge tone="attention">{t('settings.emailStatus.unconfirmed')}</Badge>
      {canGetMail(email) && (
        <Button size="small" busy={model.busy.value} onClick={() => void model.sendAgain()}>
          {t('settings.emailStatus.again')}
        </Button>
      )}
      <p class="email-status-note">{whereEmailsGo(email, confirmed)}</p>
      <p class={`email-status-note ${answer?.ok === false ? 'is-refused' : ''}`} role="status">
        {answer?.message}
      </p>
      {model.secret.value !== undefined && (
        <ConfirmDialog
          title={t('settings.emailStatus.title')}
          confirm={t('settings.emailStatus.confirm')}
          onConfirm={async () => {
            await model.confirm()
            desk.toasts.show(t('settings.emailStatus.done'))
          }}
          onClose={model.dismiss}
        >
          <p>
            <strong class="email-status-address">{email}</strong>
          </p>
          <p>{t('settings.emailStatus.words')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function whereEmailsGo(email: string, confirmed: string | null): string {
  if (!canGetMail(email)) return t('settings.emailStatus.unreachable', { email })
  return confirmed === null
    ? t('settings.emailStatus.none', { email })
    : t('settings.emailStatus.until', { email, confirmed })
}
