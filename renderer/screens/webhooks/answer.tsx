import { deliveryTexts } from '../../texts/delivery.ts'
import { webhooksTexts as t } from '../../texts/webhooks.ts'
import { isSuccess } from './endpoints-model.ts'

interface AnswerProps {
  readonly status: number | null
  readonly ms: number | null
}

/** What a receiver answered, and how fast. */
export function Answer({ status, ms }: AnswerProps) {
  return (
    <span class="webhook-answer">
      <span class={isSuccess(status) ? 'is-ok' : 'is-bad'}>{status ?? t.noAnswer}</span>
      {ms !== null && <span class="quiet">{deliveryTexts.took(ms)}</span>}
    </span>
  )
}
