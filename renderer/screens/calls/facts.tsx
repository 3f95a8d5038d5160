import type { CallTimeline } from '#contracts/calls.ts'
import { formatMoney } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { Card } from '../../ui/display.tsx'
import { Duration } from '../../ui/time.tsx'
import { Direction } from './columns.tsx'

interface OfTimeline {
  readonly timeline: CallTimeline
}

/** Participants of the call. */
export function CallFacts({ timeline: { call, assistant_id, conversation_id } }: OfTimeline) {
  return (
    <Card title={t('call.facts')}>
      <dl class="values">
        <div>
          <dt>{t('calls.type')}</dt>
          <dd>
            <Direction type={call.type} />
          </dd>
        </div>
        <div>
          <dt>{t('calls.assistant')}</dt>
          <dd>
            <a href={`/app/assistants/${assistant_id}`}>
              <bdi>{call.assistant_name}</bdi>
            </a>
          </dd>
        </div>
        <div>
          <dt>{t('calls.assistantNumber')}</dt>
          <dd>
            <bdi dir="ltr">{call.assistant_phone_number ?? t('calls.none')}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('calls.duration')}</dt>
          <dd>
            <Duration seconds={call.duration} />
          </dd>
        </div>
        <div>
          <dt>{t('calls.answeredBy')}</dt>
          <dd>{t(`calls.answerers.${call.answered_by}`)}</dd>
        </div>
        {conversation_id && (
          <div>
            <dt>{t('calls.types.web')}</dt>
            <dd>
              <a href={`/app/inbox/${conversation_id}`}>{t('call.conversation')}</a>
            </dd>
          </div>
        )}
        {call.campaign_name && (
          <div>
            <dt>{t('calls.campaign')}</dt>
            <dd>{call.campaign_name}</dd>
          </div>
        )}
        <div>
          <dt>{t('calls.id')}</dt>
          <dd>{call.id}</dd>
        </div>
      </dl>
    </Card>
  )
}

/** Cost of the call, itemised. */
export function Costs({ timeline: { call, minute_price, held } }: OfTimeline) {
  const minutes = minute_price > 0 ? Math.round(call.total_cost / minute_price) : 0
  // The per-minute price of imported calls is unknown.
  const isKnown = minute_price > 0 || call.total_cost === 0
  return (
    <Card title={t('call.costs')}>
      <dl class="values">
        {isKnown && (
          <div>
            <dt>{t('call.minutePrice')}</dt>
            <dd>
              {minute_price > 0
                ? t('call.perMinute', { price: formatMoney(minute_price) })
                : t('call.free')}
            </dd>
          </div>
        )}
        {held > 0 && (
          <div>
            <dt>{t('call.held')}</dt>
            <dd>{formatMoney(held)}</dd>
          </div>
        )}
        {minutes > 0 && (
          <div>
            <dt>{t('call.billed')}</dt>
            <dd>{t('call.minutes', { count: minutes })}</dd>
          </div>
        )}
        <div>
          <dt>{t('call.carrier')}</dt>
          <dd>{formatMoney(call.carrier_cost)}</dd>
        </div>
        <div>
          <dt>{t('call.total')}</dt>
          <dd>
            <strong>{formatMoney(call.total_cost)}</strong>
          </dd>
        </div>
      </dl>
    </Card>
  )
}
