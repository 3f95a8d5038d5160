import type { CallTimeline } from '#contracts/calls.ts'
import { callTexts } from '../../texts/call.ts'
import { callsTexts as t } from '../../texts/calls.ts'
import { formatMoney } from '../../texts/format.ts'
import { Card } from '../../ui/display.tsx'
import { Duration } from '../../ui/time.tsx'
import { Direction } from './columns.tsx'

interface OfTimeline {
  readonly timeline: CallTimeline
}

/** Who spoke with whom. */
export function CallFacts({ timeline: { call, assistant_id } }: OfTimeline) {
  return (
    <Card title={callTexts.facts}>
      <dl class="values">
        <div>
          <dt>{t.type}</dt>
          <dd>
            <Direction type={call.type} />
          </dd>
        </div>
        <div>
          <dt>{t.assistant}</dt>
          <dd>
            <a href={`/app/assistants/${assistant_id}`}>
              <bdi>{call.assistant_name}</bdi>
            </a>
          </dd>
        </div>
        <div>
          <dt>{t.assistantNumber}</dt>
          <dd>
            <bdi dir="ltr">{call.assistant_phone_number ?? t.none}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t.duration}</dt>
          <dd>
            <Duration seconds={call.duration} />
          </dd>
        </div>
        <div>
          <dt>{t.answeredBy}</dt>
          <dd>{t.answerers[call.answered_by]}</dd>
        </div>
        {call.campaign_name && (
          <div>
            <dt>{t.campaign}</dt>
            <dd>{call.campaign_name}</dd>
          </div>
        )}
        <div>
          <dt>{t.id}</dt>
          <dd>{call.id}</dd>
        </div>
      </dl>
    </Card>
  )
}

/** What it cost, and how that comes about. */
export function Costs({ timeline: { call, minute_price, held } }: OfTimeline) {
  const minutes = minute_price > 0 ? Math.round(call.total_cost / minute_price) : 0
  // What another system charged for a minute was not imported.
  const isKnown = minute_price > 0 || call.total_cost === 0
  return (
    <Card title={callTexts.costs}>
      <dl class="values">
        {isKnown && (
          <div>
            <dt>{callTexts.minutePrice}</dt>
            <dd>
              {minute_price > 0 ? callTexts.perMinute(formatMoney(minute_price)) : callTexts.free}
            </dd>
          </div>
        )}
        {held > 0 && (
          <div>
            <dt>{callTexts.held}</dt>
            <dd>{formatMoney(held)}</dd>
          </div>
        )}
        {minutes > 0 && (
          <div>
            <dt>{callTexts.billed}</dt>
            <dd>{callTexts.minutes(minutes)}</dd>
          </div>
        )}
        <div>
          <dt>{callTexts.carrier}</dt>
          <dd>{formatMoney(call.carrier_cost)}</dd>
        </div>
        <div>
          <dt>{callTexts.total}</dt>
          <dd>
            <strong>{formatMoney(call.total_cost)}</strong>
          </dd>
        </div>
      </dl>
    </Card>
  )
}
