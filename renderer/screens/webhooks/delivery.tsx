import '../records/records.css'
import './webhooks.css'
import type { Desk } from '../../app/desk.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Badge, Page, PageHead } from '../../ui/display.tsx'
import { RefreshIcon } from '../../ui/icons.tsx'
import { Banner } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useModel } from '../../ui/use-model.ts'
import { canReplay } from '../records/deliveries.tsx'
import { DeliveryBadge } from '../records/delivery-badge.tsx'
import { NotThere } from '../records/not-there.tsx'
import { useWayBack } from '../records/way-back.ts'
import { networkAt } from './allowable.ts'
import { Attempts } from './attempts.tsx'
import { createDeliveryModel, type DeliveryModel, type WholeDelivery } from './delivery-model.ts'
import { DeliveryFacts } from './facts.tsx'
import { Payload } from './payload.tsx'
import { Signature } from './signature-card.tsx'

/** A webhook delivery: request, response, and signature check. */
export function DeliveryRecord({ desk, params }: ScreenProps) {
  const id = params['id'] ?? ''
  const model = useModel(() => createDeliveryModel(desk, id), [id])
  const back = { href: useWayBack(desk, '/app/webhooks'), label: t('delivery.back') }
  const delivery = model.delivery.value
  if (!delivery || model.isGone.value) {
    return (
      <Page>
        <PageHead title={t('delivery.back')} back={back} />
        <NotThere model={model} of="delivery" />
      </Page>
    )
  }
  return (
    <Page>
      <Head desk={desk} model={model} delivery={delivery} back={back} />
      <Trouble delivery={delivery} />
      <div class="record">
        <div class="record-main">
          <Attempts delivery={delivery} />
          <Payload delivery={delivery} />
        </div>
        <div class="record-side">
          <DeliveryFacts desk={desk} delivery={delivery} />
          <Signature model={model} delivery={delivery} />
        </div>
      </div>
    </Page>
  )
}

interface PartProps {
  readonly model: DeliveryModel
  readonly delivery: WholeDelivery
}

interface HeadProps extends PartProps {
  readonly desk: Pick<Desk, 'toasts'>
  readonly back: { readonly href: string; readonly label: string }
}

function Head({ desk, model, delivery, back }: HeadProps) {
  const { event, status, is_test, created_at } = delivery

  async function replay(): Promise<void> {
    try {
      await model.replay()
      desk.toasts.show(t('deliveries.sentAgain'))
    } catch (failure) {
      desk.toasts.show((failure as Error).message, 'danger')
    }
  }

  return (
    <PageHead
      title={t(`deliveries.events.${event}`)}
      lead={
        <>
          <DeliveryBadge status={status} />{' '}
          {is_test && <Badge tone="ai">{t('deliveries.test')}</Badge>}{' '}
          <Time at={created_at} as="full" />
        </>
      }
      back={back}
    >
      {canReplay(delivery) && (
        <Button
          kind="primary"
          icon={RefreshIcon}
          busy={model.busy.value}
          onClick={() => void replay()}
        >
          {t('delivery.replay')}
        </Button>
      )}
    </PageHead>
  )
}

/** Explains why it has not been delivered, and what to do, if anything. */
function Trouble({
  delivery: { status, error, allowable_address: address, event },
}: Pick<PartProps, 'delivery'>) {
  // Automatic retries are shown among the attempts.
  if (status === 'delivered' || !error || (status === 'pending' && !address)) return null
  return (
    <Banner
      tone="attention"
      actions={
        address && (
          <LinkButton size="small" href={networkAt(address)}>
            {t('delivery.allow', { address })}
          </LinkButton>
        )
      }
    >
      <p dir="auto">{error}</p>
      {address && <p>{t('delivery.allowHint')}</p>}
      {event === 'inbound_call' && <p>{t('delivery.noReplay')}</p>}
    </Banner>
  )
}
