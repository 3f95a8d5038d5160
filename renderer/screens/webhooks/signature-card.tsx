import { t, tEntries } from '../../locales/translate.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { ExpandIcon } from '../../ui/icons.tsx'
import { Banner, ErrorState, Spinner } from '../../ui/states.tsx'
import { CheckForm } from './check-form.tsx'
import {
  type DeliveryModel,
  receivedOf,
  type SignatureStatus,
  type WholeDelivery,
} from './delivery-model.ts'
import { canSign, signedText } from './signature.ts'

interface SignatureProps {
  readonly model: DeliveryModel
  readonly delivery: WholeDelivery
}

/** Signature check of each attempt, how it works, and a form to verify a request. */
export function Signature({ model, delivery }: SignatureProps) {
  return (
    <Card title={t('delivery.signature')} note={t('delivery.signatureNote')}>
      <Inside model={model} delivery={delivery} />
    </Card>
  )
}

function Inside({ model, delivery }: SignatureProps) {
  const { value: secret } = model.secret
  if (!canSign()) return <Banner tone="attention">{t('delivery.insecure')}</Banner>
  if (model.secretError.value) {
    return (
      <ErrorState title={t('delivery.signatureFailed')} onRetry={() => void model.loadSecret()}>
        <p>{model.secretError.value}</p>
      </ErrorState>
    )
  }
  if (!secret) return <Spinner label={t('delivery.loading')} />
  const [last] = delivery.log
  const signatureStatuses = model.signatureStatuses.value
  return (
    <>
      {last ? (
        <ul class="standings">
          {delivery.log.map(({ number }) => (
            <li key={number}>
              <span>{t('delivery.attempt', { number })}</span>
              <SignatureBadge standing={signatureStatuses[number]} />
            </li>
          ))}
        </ul>
      ) : (
        <p class="quiet">{t('delivery.noAttempts')}</p>
      )}
      {Object.values(signatureStatuses).includes('not-now') && (
        <p class="quiet">{t('delivery.notNowHint')}</p>
      )}
      <details class="fold-out">
        <summary>
          {t('delivery.how')} <ExpandIcon size={16} />
        </summary>
        <ol class="how">
          {tEntries('delivery.howSteps').map(([, step]) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {last && (
          <CodeBlock
            label={t('delivery.howText')}
            text={signedText(receivedOf(delivery, last))}
            isWrapped
            maxLines={6}
          />
        )}
      </details>
      <details class="fold-out">
        <summary>
          {t('delivery.check')} <ExpandIcon size={16} />
        </summary>
        <CheckForm secret={secret} delivery={delivery} />
      </details>
    </>
  )
}

function SignatureBadge({ standing }: { readonly standing: SignatureStatus | undefined }) {
  switch (standing) {
    case 'right':
      return (
        <Badge tone="ok" isDot>
          {t('delivery.right')}
        </Badge>
      )
    case 'not-now':
      return <Badge tone="attention">{t('delivery.notNow')}</Badge>
    case 'none':
      return <Badge>{t('delivery.noSignature')}</Badge>
    default:
      return <Spinner />
  }
}
