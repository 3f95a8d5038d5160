import { deliveryTexts as t } from '../../texts/delivery.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { ExpandIcon } from '../../ui/icons.tsx'
import { Banner, ErrorState, Spinner } from '../../ui/states.tsx'
import { CheckForm } from './check-form.tsx'
import {
  type DeliveryModel,
  receivedOf,
  type Standing,
  type WholeDelivery,
} from './delivery-model.ts'
import { canSign, signedText } from './signature.ts'

interface SignatureProps {
  readonly model: DeliveryModel
  readonly delivery: WholeDelivery
}

/** Whether each attempt is signed as it should be, how that is done, and a form to try a request in. */
export function Signature({ model, delivery }: SignatureProps) {
  return (
    <Card title={t.signature} note={t.signatureNote}>
      <Inside model={model} delivery={delivery} />
    </Card>
  )
}

function Inside({ model, delivery }: SignatureProps) {
  const { value: secret } = model.secret
  if (!canSign()) return <Banner tone="attention">{t.insecure}</Banner>
  if (model.secretError.value) {
    return (
      <ErrorState title={t.signatureFailed} onRetry={() => void model.loadSecret()}>
        <p>{model.secretError.value}</p>
      </ErrorState>
    )
  }
  if (!secret) return <Spinner label={t.loading} />
  const [last] = delivery.log
  const standings = model.standings.value
  return (
    <>
      {last ? (
        <ul class="standings">
          {delivery.log.map(({ number }) => (
            <li key={number}>
              <span>{t.attempt(number)}</span>
              <StandingBadge standing={standings[number]} />
            </li>
          ))}
        </ul>
      ) : (
        <p class="quiet">{t.noAttempts}</p>
      )}
      {Object.values(standings).includes('not-now') && <p class="quiet">{t.notNowHint}</p>}
      <details class="fold-out">
        <summary>
          {t.how} <ExpandIcon size={16} />
        </summary>
        <ol class="how">
          {t.howSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {last && (
          <CodeBlock
            label={t.howText}
            text={signedText(receivedOf(delivery, last))}
            isWrapped
            maxLines={6}
          />
        )}
      </details>
      <details class="fold-out">
        <summary>
          {t.check} <ExpandIcon size={16} />
        </summary>
        <CheckForm secret={secret} delivery={delivery} />
      </details>
    </>
  )
}

function StandingBadge({ standing }: { readonly standing: Standing | undefined }) {
  switch (standing) {
    case 'right':
      return (
        <Badge tone="ok" isDot>
          {t.right}
        </Badge>
      )
    case 'not-now':
      return <Badge tone="attention">{t.notNow}</Badge>
    case 'none':
      return <Badge>{t.noSignature}</Badge>
    default:
      return <Spinner />
  }
}
