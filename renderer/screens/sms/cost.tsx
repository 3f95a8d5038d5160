import { formatMoney } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { Card } from '../../ui/display.tsx'
import { countryName } from '../records/phone.ts'
import type { ComposeModel } from './compose-model.ts'

/** Price of the message, before it is sent. */
export function Cost({ model }: { readonly model: ComposeModel }) {
  const quote = model.to.quote.value
  const { value: cost } = model.cost
  const { value: balance } = model.balance
  return (
    <Card title={t('sms.costLabel')}>
      <div class="sms-cost" role="status">
        {quote && quote.sms_price === null && (
          <p class="sms-short">{t('sms.notSold', { country: countryName(quote.country) })}</p>
        )}
        {quote && quote.sms_price !== null && (
          <p class="quiet">
            {t('sms.priceOf', {
              price: formatMoney(quote.sms_price),
              country: countryName(quote.country),
            })}
          </p>
        )}
        {cost !== undefined && quote?.sms_price != null && (
          <p class="sms-sum">
            {t('sms.sum', {
              segments: model.shape.value.segments,
              price: formatMoney(quote.sms_price),
              total: formatMoney(cost),
            })}
          </p>
        )}
        {balance !== undefined && (
          <p class={model.isShort.value ? 'sms-short' : 'quiet'}>
            {t('sms.balanceAfter', {
              before: formatMoney(balance),
              after: formatMoney(Math.max(0, balance - (cost ?? 0))),
            })}
          </p>
        )}
        {model.isShort.value && (
          <p class="sms-short">
            {t('sms.notEnough')} <a href="/app/balance?dialog=top-up">{t('sms.topUp')}</a>
          </p>
        )}
      </div>
    </Card>
  )
}
