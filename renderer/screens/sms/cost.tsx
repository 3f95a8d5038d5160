import { smsTexts as t } from '../../texts/sms.ts'
import { Card } from '../../ui/display.tsx'
import { countryName } from '../records/phone.ts'
import type { ComposeModel } from './compose-model.ts'

/** What the message costs, before it is sent. */
export function Cost({ model }: { readonly model: ComposeModel }) {
  const quote = model.to.quote.value
  const { value: cost } = model.cost
  const { value: balance } = model.balance
  return (
    <Card title={t.costLabel}>
      <div class="sms-cost" role="status">
        {quote && quote.sms_price === null && (
          <p class="is-short">{t.notSold(countryName(quote.country))}</p>
        )}
        {quote && quote.sms_price !== null && (
          <p class="quiet">{t.priceOf(quote.sms_price, countryName(quote.country))}</p>
        )}
        {cost !== undefined && quote?.sms_price != null && (
          <p class="sms-sum">{t.sum(model.shape.value.segments, quote.sms_price, cost)}</p>
        )}
        {balance !== undefined && (
          <p class={model.isShort.value ? 'is-short' : 'quiet'}>
            {t.balanceAfter(balance, Math.max(0, balance - (cost ?? 0)))}
          </p>
        )}
        {model.isShort.value && (
          <p class="is-short">
            {t.notEnough} <a href="/app/balance?dialog=top-up">{t.topUp}</a>
          </p>
        )}
      </div>
    </Card>
  )
}
