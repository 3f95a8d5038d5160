import type { WebhookEndpoint } from '#contracts/webhooks.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Card } from '../../ui/display.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import type { EndpointsModel } from './endpoints-model.ts'

interface EndpointsProps {
  readonly desk: Pick<Desk, 'toasts'>
  readonly model: EndpointsModel
  /** Called to replay everything that failed at this address. */
  readonly onReplay: (url: string) => void
}

/** Webhook addresses, failing ones first; renders nothing if there are none. */
export function Endpoints({ desk, model, onReplay }: EndpointsProps) {
  const all = model.endpoints.value
  if (!all) {
    return model.error.value ? (
      <ErrorState title={t('webhooks.endpointsFailed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('webhooks.endpointsLoading')} rows={2} />
    )
  }
  if (all.length === 0) return null

  async function enable({ url }: WebhookEndpoint): Promise<void> {
    try {
      const resumed = await model.enable(url)
      desk.toasts.show(
        resumed === 0 ? t('webhooks.enabled') : t('webhooks.enabledResuming', { count: resumed }),
      )
    } catch (failure) {
      desk.toasts.show((failure as Error).message, 'danger')
    }
  }

  return (
    <Card title={t('webhooks.endpoints')}>
      {model.error.value && (
        <p class="field-error" role="alert">
          {model.error.value}
        </p>
      )}
      <ul class="endpoints">
        {all.map((endpoint) => (
          <EndpointRow
            key={endpoint.url}
            endpoint={endpoint}
            outcome={model.tests.value[endpoint.url]}
            isEnabling={model.enabling.value === endpoint.url}
            onEnable={() => void enable(endpoint)}
            onReplay={() => onReplay(endpoint.url)}
            onTest={(choice) => void model.test(endpoint.url, choice)}
            onPutAway={() => model.putAway(endpoint.url)}
          />
        ))}
      </ul>
    </Card>
  )
}
