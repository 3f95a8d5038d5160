import './embed.css'
import './embed-look.css'
import './embed-offers.css'
import { useEffect } from 'preact/hooks'
import type { Embedding } from '#contracts/assistant-embedding.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { useLeaveGuard } from '../../app/use-leave-guard.tsx'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Page, PageHead } from '../../ui/display.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { Audience } from './audience.tsx'
import { HoursStep } from './hours-step.tsx'
import { IdentityStep } from './identity-step.tsx'
import { InstallStep } from './install-step.tsx'
import { LivePreview } from './live-preview.tsx'
import { LookStep } from './look-step.tsx'
import { createEmbedModel, type EmbedModel } from './model.ts'
import { OffersStep } from './offers-step.tsx'
import { SaveBar } from './save-bar.tsx'
import { SiteCheck } from './site-check.tsx'
import { StepNav, stepId } from './step-nav.tsx'
import { Websites } from './websites.tsx'

/** Step-by-step installation of an assistant on a website, with a live preview of the chat. */
export function Embed({ desk, params }: ScreenProps) {
  const id = Number(params['id'])
  const model = useModel(() => createEmbedModel(desk.api, id), [id])
  useEffect(() => void model.open(), [model])
  const guard = useLeaveGuard(desk.address, model.hasChanged.value, t('embed.leave'))
  const { assistant, embedding } = model

  return (
    <Page>
      <PageHead
        title={t('embed.title', { name: assistant.value?.name ?? '…' })}
        lead={t('embed.lead')}
        back={{ href: '/app/assistants', label: t('embed.assistants') }}
      />
      {embedding.value && assistant.value ? (
        <div class="embed">
          <div class="embed-steps">
            <StepNav model={model} />
            <Steps desk={desk} model={model} embedding={embedding.value} />
            <SaveBar desk={desk} model={model} />
          </div>
          <LivePreview model={model} assistant={embedding.value.uuid} />
        </div>
      ) : (
        <Waiting model={model} />
      )}
      {guard}
    </Page>
  )
}

function Waiting({ model }: { readonly model: EmbedModel }) {
  if (!model.error.value) return <Loading label={t('embed.loading')} rows={3} />
  return (
    <ErrorState title={t('embed.failed')} onRetry={model.open}>
      <p>{model.error.value}</p>
    </ErrorState>
  )
}

interface StepsProps extends Pick<ScreenProps, 'desk'> {
  readonly model: EmbedModel
  readonly embedding: Embedding
}

function Steps({ desk, model, embedding }: StepsProps) {
  return (
    <>
      <Inactive model={model} />
      {model.notice.value && (
        <Banner tone="danger" icon={AlertIcon}>
          {model.notice.value}
        </Banner>
      )}
      <Card id={stepId('look')} title={t('embed.look')} note={t('embed.lookNote')}>
        <LookStep model={model} />
      </Card>
      <Card id={stepId('offers')} title={t('embedOffers.title')} note={t('embedOffers.note')}>
        <OffersStep model={model} />
      </Card>
      <Card id={stepId('hours')} title={t('embedHours.title')} note={t('embedHours.note')}>
        <HoursStep model={model} embedding={embedding} />
      </Card>
      <Card id={stepId('websites')} title={t('embedWebsites.title')} note={t('embedWebsites.note')}>
        <Websites model={model.websites} embedding={embedding} />
        <Audience origin={embedding.origin} />
      </Card>
      <Card id={stepId('identity')} title={t('embedIdentity.title')} note={t('embedIdentity.note')}>
        <IdentityStep
          model={model.identity}
          onRotated={() => desk.toasts.show(t('embedIdentity.rotated'))}
        />
      </Card>
      <Card id={stepId('install')} title={t('embedInstall.title')} note={t('embedInstall.note')}>
        <InstallStep model={model} embedding={embedding} />
      </Card>
      <Card id={stepId('check')} title={t('siteCheck.title')} note={t('siteCheck.note')}>
        <SiteCheck desk={desk} model={model} embedding={embedding} />
      </Card>
    </>
  )
}

function Inactive({ model }: { readonly model: EmbedModel }) {
  if (model.assistant.value?.status !== 'inactive') return null
  return (
    <Banner
      tone="attention"
      icon={AlertIcon}
      actions={
        <Button size="small" busy={model.busy.value === 'activate'} onClick={model.activate}>
          {t('embed.activate')}
        </Button>
      }
    >
      <strong>{t('embed.inactive')}</strong> {t('embed.inactiveMore')}
    </Banner>
  )
}
