import type { WebhookEndpoint } from '#contracts/webhooks.ts'
import { deliveriesTexts } from '../../texts/deliveries.ts'
import { deliveryTexts } from '../../texts/delivery.ts'
import { translated } from '../../texts/server-messages.ts'
import { webhooksTexts as t } from '../../texts/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/display.tsx'
import { ExpandIcon, RefreshIcon, SendIcon } from '../../ui/icons.tsx'
import { PowerIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Banner, Spinner } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { allowableIn, networkAt } from './allowable.ts'
import { isSuccess, type TestChoice, type TestOutcome, testsOf } from './endpoints-model.ts'

const TONES = { active: 'ok', failing: 'attention', disabled: 'danger' } as const

interface EndpointRowProps {
  readonly endpoint: WebhookEndpoint
  readonly outcome: TestOutcome | undefined
  readonly isEnabling: boolean
  readonly onEnable: () => void
  readonly onReplay: () => void
  readonly onTest: (choice: TestChoice) => void
  readonly onPutAway: () => void
}

/** One address: how it fares, what uses it, and what can be done. */
export function EndpointRow(props: EndpointRowProps) {
  const { endpoint, outcome } = props
  const { url, status, reason } = endpoint
  return (
    <li class="endpoint">
      <div class="endpoint-head">
        <Badge tone={TONES[status]} isDot>
          {t.endpointStatus[status]}
        </Badge>
        <code dir="ltr">{url}</code>
        <Deeds {...props} />
      </div>
      {status !== 'active' && (
        <p class="endpoint-trouble">
          <Since endpoint={endpoint} />
          {reason && <span dir="auto"> {reason}</span>}
          <Allow reason={reason} />
          {status === 'disabled' && <span class="quiet"> {t.disabledHint}</span>}
        </p>
      )}
      <p class="endpoint-line">
        <Uses uses={endpoint.uses} />
        <Counts endpoint={endpoint} />
      </p>
      <div role="status">
        {outcome && <Outcome outcome={outcome} onPutAway={props.onPutAway} />}
      </div>
    </li>
  )
}

/** Where the owner allows an address that may not be called. */
function Allow({ reason }: Pick<WebhookEndpoint, 'reason'>) {
  const address = allowableIn(reason ?? '')
  if (address === undefined) return null
  return (
    <>
      {' '}
      <a href={networkAt(address)}>{deliveryTexts.allow(address)}</a>
    </>
  )
}

function Since({
  endpoint: { status, failing_since, disabled_at },
}: Pick<EndpointRowProps, 'endpoint'>) {
  const at = status === 'disabled' ? disabled_at : failing_since
  return (
    <strong>
      {status === 'disabled' ? t.disabledAt : t.failingSince}
      {at && (
        <>
          {' '}
          <Time at={at} as="full" />
        </>
      )}
      .
    </strong>
  )
}

function Uses({ uses }: Pick<WebhookEndpoint, 'uses'>) {
  if (uses.length === 0) return <span class="quiet">{t.unused}</span>
  return (
    <>
      {uses.map(({ event, assistant_id, assistant_name, is_enabled }) => (
        <span key={`${event}-${assistant_id}`} class="endpoint-use">
          <span class="quiet">{deliveriesTexts.events[event]}</span>{' '}
          <a href={`/app/assistants/${assistant_id}`}>
            <bdi>{assistant_name}</bdi>
          </a>
          {!is_enabled && <Badge>{t.isOff}</Badge>}
        </span>
      ))}
    </>
  )
}

function Counts({
  endpoint: { url, pending, failed, last_delivered_at },
}: Pick<EndpointRowProps, 'endpoint'>) {
  const listed = (status: string) => `/app/webhooks?${new URLSearchParams({ status, url })}`
  return (
    <span class="endpoint-counts">
      {pending > 0 && <a href={listed('pending')}>{t.pending(pending)}</a>}
      {failed > 0 && (
        <a class="is-bad" href={listed('failed')}>
          {t.failedCount(failed)}
        </a>
      )}
      <span class="quiet">
        {last_delivered_at ? (
          <>
            {t.lastDelivered} <Time at={last_delivered_at} as="relative" />
          </>
        ) : (
          t.neverDelivered
        )}
      </span>
    </span>
  )
}

function Deeds(props: EndpointRowProps) {
  const { endpoint, outcome, isEnabling, onEnable, onReplay, onTest } = props
  const { url, status, failed } = endpoint
  const tests = testsOf(endpoint)
  return (
    <span class="endpoint-deeds">
      {status === 'disabled' && (
        <Button size="small" kind="primary" icon={PowerIcon} busy={isEnabling} onClick={onEnable}>
          {t.enable}
        </Button>
      )}
      {failed > 0 && (
        <Button
          size="small"
          icon={RefreshIcon}
          aria-label={t.replayFailedOf(url)}
          onClick={onReplay}
        >
          {t.replayFailed}
        </Button>
      )}
      {tests.length > 0 && (
        <Menu
          label={t.testOf(url)}
          align="end"
          items={tests.map((choice) => ({
            label: deliveriesTexts.events[choice.event],
            hint: t.testAs(choice.assistant_name),
            onSelect: () => onTest(choice),
          }))}
          trigger={(trigger) => (
            <Button
              {...trigger}
              size="small"
              icon={SendIcon}
              iconEnd={ExpandIcon}
              busy={outcome?.state === 'sending'}
            >
              {t.test}
            </Button>
          )}
        />
      )}
    </span>
  )
}

interface OutcomeProps {
  readonly outcome: TestOutcome
  readonly onPutAway: () => void
}

/** The answer to a test, as soon as it is there. */
function Outcome({ outcome, onPutAway }: OutcomeProps) {
  if (outcome.state === 'sending') {
    return (
      <p class="quiet endpoint-sending">
        <Spinner /> {t.testSending}
      </p>
    )
  }
  if (outcome.state === 'refused') {
    return (
      <Banner tone="danger" onDismiss={onPutAway}>
        {outcome.reason}
      </Banner>
    )
  }
  const { id, event, response_status, response_body, error, duration_ms } = outcome.delivery
  const isGood = isSuccess(response_status)
  return (
    <Banner tone={isGood ? 'ok' : 'danger'} onDismiss={onPutAway}>
      <p>
        <strong>{deliveriesTexts.events[event]}:</strong>{' '}
        {isGood && t.testArrived(response_status, duration_ms ?? 0)}
        {!isGood && (response_status === null ? t.testLost : t.testRefused(response_status))}{' '}
        {!isGood && error && <span dir="auto">{translated(error)} </span>}
        <a href={`/app/webhooks/${id}`}>{t.testSee}</a>
      </p>
      {response_body && (
        <pre class="endpoint-answer" dir="ltr">
          {response_body}
        </pre>
      )}
    </Banner>
  )
}
