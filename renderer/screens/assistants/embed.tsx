import { useEffect } from 'preact/hooks'
import type { Embedding } from '#contracts/embedding.ts'
import type { ScreenProps } from '../../screen.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Card, Page, PageHead } from '../../ui/display.tsx'
import { AlertIcon, ExternalIcon } from '../../ui/icons.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createEmbedModel, type EmbedModel } from './embed-model.ts'
import { Origins } from './origins.tsx'

/** How an assistant gets onto a website, in three steps. */
export function Embed({ desk, params }: ScreenProps) {
  const id = Number(params['id'])
  const model = useModel(() => createEmbedModel(desk.call, id), [id])
  useEffect(() => void model.open(), [model])
  const name = model.assistant.value?.name ?? 'the assistant'

  return (
    <Page width="narrow">
      <PageHead
        title={`Put ${name} on a website`}
        lead="One line of HTML. No cookies, and nothing is stored before a visitor writes."
        back={{ href: '/app/assistants', label: 'Assistants' }}
      />
      <Steps model={model} />
    </Page>
  )
}

function Steps({ model }: { readonly model: EmbedModel }) {
  const embedding = model.embedding.value
  if (!embedding) {
    return model.error.value ? (
      <ErrorState title="This could not be loaded" onRetry={model.open}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label="Loading the tag" rows={3} />
    )
  }
  return (
    <>
      <Warnings model={model} embedding={embedding} />
      <Card
        title="1. Copy the tag"
        note="Paste it before </body> on every page that should have the chat."
      >
        <CopyField label="Tag for the website" text={embedding.snippet} />
      </Card>
      <Card
        title="2. Name your websites"
        note="Only these may show the assistant. This machine and Parley itself always may."
      >
        <Origins model={model} origins={embedding.allowed_origins} />
      </Card>
      <Card title="3. See it" note="The demo page has the same tag in it.">
        <LinkButton
          href={`/demo?assistant=${embedding.uuid}`}
          icon={ExternalIcon}
          kind="primary"
          isOutside
        >
          Open the demo page
        </LinkButton>
      </Card>
    </>
  )
}

interface WarningsProps {
  readonly model: EmbedModel
  readonly embedding: Embedding
}

function Warnings({ model, embedding }: WarningsProps) {
  return (
    <>
      {model.assistant.value?.status === 'inactive' && (
        <Banner tone="attention" icon={AlertIcon}>
          <strong>The assistant is inactive,</strong> so visitors do not see it. Activate it in the{' '}
          <a href="/app/assistants">list of assistants</a>.
        </Banner>
      )}
      {!embedding.is_public && (
        <Banner tone="attention" icon={AlertIcon}>
          <p>
            <strong>Visitors of a public website cannot reach this Parley.</strong> The tag points
            at <code>{embedding.origin}</code>, which is the visitor’s own machine to everybody
            else. It works here, for kiosks and for development.
          </p>
          <p>
            For a public website, run Parley on a machine with a public https name (
            <code>npm run serve</code> with <code>PARLEY_PUBLIC_URL=https://chat.example.com</code>
            ), and take the tag from there.
          </p>
        </Banner>
      )}
    </>
  )
}
