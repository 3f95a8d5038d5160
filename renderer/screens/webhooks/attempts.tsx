import type { WebhookAttempt } from '#contracts/webhooks.ts'
import { t } from '../../locales/translate.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Card } from '../../ui/display.tsx'
import { CheckIcon, CloseIcon, ExpandIcon } from '../../ui/icons.tsx'
import { TimerIcon } from '../../ui/icons-work.tsx'
import { Time } from '../../ui/time.tsx'
import { Answer } from './answer.tsx'
import type { WholeDelivery } from './delivery-model.ts'
import { isSuccess } from './endpoints-model.ts'

/** Maximum number of stored attempts. */
const MAX_STORED = 50

interface AttemptsProps {
  readonly delivery: WholeDelivery
}

/** All attempts, latest first and expanded. */
export function Attempts({ delivery }: AttemptsProps) {
  const { log, next_attempt_at } = delivery
  return (
    <Card title={t('delivery.attemptsTitle')}>
      <ol class="attempts">
        {next_attempt_at && (
          <li class="attempt is-next">
            <span class="attempt-icon">
              <TimerIcon size={16} />
            </span>
            <p role="status">
              {t('delivery.waiting')} <Time at={next_attempt_at} as="relative" />
              <span class="quiet">
                {' '}
                (<Time at={next_attempt_at} as="clock" />)
              </span>
            </p>
          </li>
        )}
        {log.map((attempt, index) => (
          <Attempt key={attempt.number} attempt={attempt} isOpen={index === 0} />
        ))}
      </ol>
      {log.length === 0 && !next_attempt_at && <p class="quiet">{t('delivery.noAttempts')}</p>}
      {log.length >= MAX_STORED && (
        <p class="quiet">{t('delivery.noMore', { count: MAX_STORED })}</p>
      )}
    </Card>
  )
}

interface AttemptProps {
  readonly attempt: WebhookAttempt
  readonly isOpen: boolean
}

function Attempt({ attempt, isOpen }: AttemptProps) {
  const { number, response_status, response_headers, response_body, error } = attempt
  const isGood = isSuccess(response_status) && !error
  return (
    <li class={`attempt ${isGood ? 'is-good' : 'is-bad'}`}>
      <span class="attempt-icon">{isGood ? <CheckIcon size={16} /> : <CloseIcon size={16} />}</span>
      <details open={isOpen}>
        <summary>
          <strong>{t('delivery.attempt', { number })}</strong>
          <Answer status={response_status} ms={attempt.duration_ms} />
          <span class="attempt-time">
            <Time at={attempt.started_at} as="full" />
          </span>
          <ExpandIcon size={16} />
        </summary>
        <div class="attempt-body">
          {error && (
            <p class="delivery-error" dir="auto">
              {error}
            </p>
          )}
          <Headers title={t('delivery.requestHeaders')} headers={attempt.request_headers} />
          {response_headers && (
            <Headers title={t('delivery.responseHeaders')} headers={response_headers} />
          )}
          {response_status !== null &&
            (response_body ? (
              <CodeBlock
                label={t('delivery.responseBody')}
                text={response_body}
                isWrapped
                maxLines={12}
              />
            ) : (
              <p class="quiet">{t('delivery.emptyBody')}</p>
            ))}
        </div>
      </details>
    </li>
  )
}

interface HeadersProps {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
}

function Headers({ title, headers }: HeadersProps) {
  return (
    <section class="headers" aria-label={title}>
      <h3>{title}</h3>
      <dl dir="ltr">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
