import { t } from '../../locales/translate.ts'
import { isSuccess } from './endpoints-model.ts'

interface AnswerProps {
  readonly status: number | null
  readonly ms: number | null
}

/** Answer of a receiver, and its duration. */
export function Answer({ status, ms }: AnswerProps) {
  return (
    <span class="webhook-answer">
      <span class={isSuccess(status) ? 'is-ok' : 'is-bad'}>{status ?? t('webhooks.noAnswer')}</span>
      {ms !== null && <span class="quiet">{t('delivery.took', { ms })}</span>}
    </span>
  )
}
