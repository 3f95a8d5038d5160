import type { WebhookEndpoint } from '#contracts/webhooks.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/display.tsx'
import { ExpandIcon, RefreshIcon, SendIcon } from '../../ui/icons.tsx'
import { PowerIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Banner, Spinner } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { networkAt } from './allowable.ts'
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

/** A webhook address: its health, users and actions. */
export function EndpointRow(props: EndpointRowProps) {
  const { endpoint, outcome } = props
  const { url, status, reason } = endpoint
  return (
    <li class="endpoint">
      <div class="endpoint-head">
        <Badge tone={TONES[status]} isDot>
          {t(`webhooks.endpointStatus.${status}`)}
        </Badge>
        <code dir="ltr">{url}</code>
        <Actions {...props} />
      </div>
      {status !== 'active' && (
        <p class="endpoint-trouble">
          <Since endpoint={endpoint} />
          {reason && <span dir="auto"> {reason}</span>}
          <Allow address={endpoint.allowable_address} />
          {status === 'disabled' && <span class="quiet"> {t('webhooks.disabledHint')}</span>}
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

/** Link to allow a blocked address, for the owner. */
function Allow({ address }: { readonly address: string | null }) {
  if (address === null) return null
  return (
    <>
      {' '}
      <a href={networkAt(address)}>{t('delivery.allow', { address })}</a>
    </>
  )
}

function Since({
  endpoint: { status, failing_since, disabled_at },
}: Pick<EndpointRowProps, 'endpoint'>) {
  const at = status === 'disabled' ? disabled_at : failing_since
  return (
    <strong>
      {status === 'disabled' ? t('webhooks.disabledAt') : t('webhooks.failingSince')}
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
  if (uses.length === 0) return <span class="quiet">{t('webhooks.unused')}</span>
  return (
    <>
      {uses.map(({ event, assistant_id, assistant_name, is_enabled }) => (
        <span key={`${event}-${assistant_id}`} class="endpoint-use">
          <span class="quiet">{t(`deliveries.events.${event}`)}</span>{' '}
          <a href={`/app/assistants/${assistant_id}`}>
            <bdi>{assistant_name}</bdi>
          </a>
          {!is_enabled && <Badge>{t('webhooks.isOff')}</Badge>}
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
      {pending > 0 && <a href={listed('pending')}>{t('webhooks.pending', { count: pending })}</a>}
      {failed > 0 && (
        <a class="is-bad" href={listed('failed')}>
          {t('webhooks.failedCount', { count: failed })}
        </a>
      )}
      <span class="quiet">
        {last_delivered_at ? (
          <>
            {t('webhooks.lastDelivered')} <Time at={last_delivered_at} as="relative" />
          </>
        ) : (
          t('webhooks.neverDelivered')
        )}
      </span>
    </span>
  )
}

function Actions(props: EndpointRowProps) {
  const { endpoint, outcome, isEnabling, onEnable, onReplay, onTest } = props
  const { url, status, failed } = endpoint
  const tests = testsOf(endpoint)
  return (
    <span class="endpoint-actions">
      {status === 'disabled' && (
        <Button size="small" kind="primary" icon={PowerIcon} busy={isEnabling} onClick={onEnable}>
          {t('webhooks.enable')}
        </Button>
      )}
      {failed > 0 && (
        <Button
          size="small"
          icon={RefreshIcon}
          aria-label={t('webhooks.replayFailedOf', { url })}
          onClick={onReplay}
        >
          {t('webhooks.replayFailed')}
        </Button>
      )}
      {tests.length > 0 && (
        <Menu
          label={t('webhooks.testOf', { url })}
          align="end"
          items={tests.map((choice) => ({
            label: t(`deliveries.events.${choice.event}`),
            hint: t('webhooks.testAs', { assistant: choice.assistant_name }),
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
              {t('webhooks.test')}
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

/** The response to a test, once received. */
function Outcome({ outcome, onPutAway }: OutcomeProps) {
  if (outcome.state === 'sending') {
    return (
      <p class="quiet endpoint-sending">
        <Spinner /> {t('webhooks.testSending')}
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
        <strong>{t(`deliveries.events.${event}`)}:</strong>{' '}
        {isGood && t('webhooks.testArrived', { status: response_status, ms: duration_ms ?? 0 })}
        {!isGood &&
          (response_status === null
            ? t('webhooks.testLost')
            : t('webhooks.testRefused', { status: response_status }))}{' '}
        {!isGood && error && <span dir="auto">{error} </span>}
        <a href={`/app/webhooks/${id}`}>{t('webhooks.testSee')}</a>
      </p>
      {response_body && (
        <pre class="endpoint-answer" dir="ltr">
          {response_body}
        </pre>
      )}
    </Banner>
  )
}
