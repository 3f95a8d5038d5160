import '../../styles/embed.css'
import { useEffect } from 'preact/hooks'
import type { Embedding } from '#contracts/embedding.ts'
import type { ScreenProps } from '../../screen.ts'
import { dialTexts } from '../../texts/dial.ts'
import { embedTexts } from '../../texts/embed.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Choices, Switch } from '../../ui/controls.tsx'
import { Card, Page, PageHead } from '../../ui/display.tsx'
import { AlertIcon, ExternalIcon } from '../../ui/icons.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { Audience } from './audience.tsx'
import { Install } from './install.tsx'
import { LivePreview } from './live-preview.tsx'
import { LookForm } from './look-form.tsx'
import { createEmbedModel, type EmbedModel } from './model.ts'
import { Websites } from './websites.tsx'

/** How an assistant gets onto a website, in four steps, with the chat itself beside them. */
export function Embed({ desk, params }: ScreenProps) {
  const id = Number(params['id'])
  const model = useModel(() => createEmbedModel(desk.call, id), [id])
  useEffect(() => void model.open(), [model])
  const { assistant, embedding } = model

  return (
    <Page>
      <PageHead
        title={embedTexts.title(assistant.value?.name ?? '…')}
        lead={embedTexts.lead}
        back={{ href: '/app/assistants', label: embedTexts.assistants }}
      />
      {embedding.value && assistant.value ? (
        <div class="embed">
          <Steps
            model={model}
            embedding={embedding.value}
            onSaved={() => desk.toasts.show(embedTexts.saved)}
          />
          <LivePreview
            assistant={embedding.value.uuid}
            look={model.shown.value}
            status={assistant.value.status}
          />
        </div>
      ) : (
        <Waiting model={model} />
      )}
    </Page>
  )
}

function Waiting({ model }: { readonly model: EmbedModel }) {
  if (!model.error.value) return <Loading label={embedTexts.loading} rows={3} />
  return (
    <ErrorState title={embedTexts.failed} onRetry={model.open}>
      <p>{model.error.value}</p>
    </ErrorState>
  )
}

const CHAT_MODES = (['auto', 'approve'] as const).map((value) => ({
  value,
  label: dialTexts.modes[value],
  hint: dialTexts.hints[value],
}))

interface StepsProps {
  readonly model: EmbedModel
  readonly embedding: Embedding
  readonly onSaved: () => void
}

function Steps({ model, embedding, onSaved }: StepsProps) {
  return (
    <div class="embed-steps">
      <Inactive model={model} />
      {model.notice.value && (
        <Banner tone="danger" icon={AlertIcon}>
          {model.notice.value}
        </Banner>
      )}
      <Card title={embedTexts.look} note={embedTexts.lookNote}>
        <LookForm model={model} onSaved={onSaved} />
        <Switch
          label={embedTexts.draftPreview}
          hint={embedTexts.draftPreviewHint}
          checked={embedding.draft_preview}
          disabled={model.busy.value === 'privacy'}
          onSwitch={model.setDraftPreview}
        />
        <Choices
          label={embedTexts.chatMode}
          options={CHAT_MODES}
          value={embedding.chat_mode}
          onChoose={model.setChatMode}
        />
      </Card>
      <Card title={embedTexts.websites} note={embedTexts.websitesNote}>
        <Websites model={model} embedding={embedding} />
        <Audience origin={embedding.origin} />
      </Card>
      <Card title={embedTexts.install} note={embedTexts.installNote}>
        <Install embedding={embedding} look={model.shown.value} />
      </Card>
      <Card title={embedTexts.see} note={embedTexts.seeNote}>
        <div class="embed-visits">
          <LinkButton
            href={`/demo?assistant=${embedding.uuid}`}
            icon={ExternalIcon}
            kind="primary"
            isOutside
          >
            {embedTexts.demo}
          </LinkButton>
          {embedding.allowed_origins.map((origin) => (
            <LinkButton key={origin} href={origin} icon={ExternalIcon} isOutside>
              {embedTexts.visit(new URL(origin).host)}
            </LinkButton>
          ))}
        </div>
      </Card>
    </div>
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
          {embedTexts.activate}
        </Button>
      }
    >
      <strong>{embedTexts.inactive}</strong> {embedTexts.inactiveMore}
    </Banner>
  )
}
