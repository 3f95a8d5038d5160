import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/states.tsx'
import type { SendProblem } from './compose-model.ts'

interface TroubleBannerProps {
  readonly trouble: SendProblem | undefined
  readonly onForce: () => void
}

/** Banner that explains why a message was not sent, or may not have been, and what to do. */
export function TroubleBanner({ trouble, onForce }: TroubleBannerProps) {
  if (!trouble) return null
  switch (trouble.kind) {
    case 'refused':
      return (
        <div role="alert">
          <Banner tone="danger">
            <strong>{t('sms.notSent')}</strong>
            <p>{trouble.reason}</p>
          </Banner>
        </div>
      )
    case 'failed':
      return (
        <div role="alert">
          <Banner tone="danger">
            <strong>{t('sms.notSent')}</strong>
            <p dir="auto">{trouble.reason}</p>
            <p>{t('sms.notSentHint')}</p>
          </Banner>
        </div>
      )
    case 'unknown':
      return (
        <div role="alert">
          <Banner tone="attention">
            <strong>{t('sms.unknown')}</strong>
            <p>{t('sms.unknownHint')}</p>
            <See reference={trouble.reference} />
          </Banner>
        </div>
      )
    case 'twin':
      return (
        <div role="alert">
          <Banner
            tone="attention"
            actions={
              <Button size="small" onClick={onForce}>
                {t('sms.force')}
              </Button>
            }
          >
            <strong>{t('sms.twin')}</strong>
            <p>{t('sms.twinHint')}</p>
            <See reference={trouble.reference} />
          </Banner>
        </div>
      )
  }
}

function See({ reference }: { readonly reference: string | undefined }) {
  if (reference === undefined) return null
  return (
    <p>
      <a href={`/app/sms?message=${reference}`}>{t('sms.seeMessage')}</a>
    </p>
  )
}
