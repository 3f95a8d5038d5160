import '../settings/settings.css'
import { useEffect, useRef } from 'preact/hooks'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Card, Page, PageHead } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { KeyIcon, PlusIcon } from '../../ui/icons.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useModel } from '../../ui/use-model.ts'
import { NewKeyDialog, RevokeDialog } from './key-dialogs.tsx'
import { createKeysModel, type KeysModel } from './keys-model.ts'

/** API keys for scripts and integrations. */
export function ApiKeys({ desk }: ScreenProps) {
  const model = useModel(() => createKeysModel(desk.api))
  useEffect(() => void model.load(), [model])
  return (
    <Page>
      <PageHead title={t('apiKeys.title')} lead={t('apiKeys.lead')} />
      <List model={model} />
      <NewKey model={model} />
      <HowTo />
      <ConnectAssistant />
      <NewKeyDialog model={model} />
      <RevokeDialog
        model={model}
        onRevoked={(name) => desk.toasts.show(t('apiKeys.revoked', { name }))}
      />
    </Page>
  )
}

function NewKey({ model }: { readonly model: KeysModel }) {
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    await model.create()
    if (model.nameError.value) form.current?.querySelector('input')?.focus()
  }

  return (
    <Card>
      <form ref={form} class="form-line" onSubmit={submit} noValidate>
        <Field label={t('apiKeys.new')} hint={t('apiKeys.newHint')} error={model.nameError.value}>
          {(wiring) => (
            <TextInput
              {...wiring}
              autocomplete="off"
              placeholder={t('apiKeys.example')}
              value={model.name.value}
              onEdit={(value) => {
                model.name.value = value
                model.nameError.value = undefined
              }}
            />
          )}
        </Field>
        <Button type="submit" kind="primary" icon={PlusIcon} busy={model.busy.value}>
          {t('apiKeys.create')}
        </Button>
      </form>
    </Card>
  )
}

function List({ model }: { readonly model: KeysModel }) {
  const keys = model.keys.value
  if (!keys) {
    return model.error.value ? (
      <ErrorState title={t('apiKeys.failed')} onRetry={model.load}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('apiKeys.loading')} rows={2} />
    )
  }
  return (
    <Card>
      {model.error.value && (
        <p class="field-error" role="alert">
          {model.error.value}
        </p>
      )}
      <DataTable
        label={t('apiKeys.title')}
        rows={keys}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={[
          {
            key: 'name',
            title: t('apiKeys.name'),
            isPrimary: true,
            cell: ({ name }) => <bdi>{name}</bdi>,
          },
          {
            key: 'created',
            title: t('apiKeys.created'),
            cell: (key) => <Time at={key.created_at} />,
          },
          {
            key: 'used',
            title: t('apiKeys.lastUsed'),
            cell: ({ last_used_at: at }) =>
              at ? <Time at={at} /> : <span class="quiet">{t('apiKeys.never')}</span>,
          },
        ]}
        actions={(key) => (
          <Button
            size="small"
            kind="quiet"
            aria-label={t('apiKeys.revokeOf', { name: key.name })}
            onClick={() => {
              model.removing.value = key
            }}
          >
            {t('apiKeys.revoke')}
          </Button>
        )}
        empty={
          <Empty icon={KeyIcon} title={t('apiKeys.none')} isSmall>
            <p>{t('apiKeys.noneWords')}</p>
          </Empty>
        }
      />
    </Card>
  )
}

function HowTo() {
  return (
    <Card
      title={t('apiKeys.use')}
      note={
        <>
          {t('apiKeys.useWords')}{' '}
          <a href="/api/docs" target="_blank" rel="noopener">
            {t('apiKeys.reference')}
          </a>
        </>
      }
    >
      <CodeBlock
        label={t('apiKeys.command')}
        language="Shell"
        text={`curl ${location.origin}/api/user/me -H 'Authorization: Bearer KEY'`}
      />
    </Card>
  )
}

/** Settings that an AI assistant needs to use this Parley by the Model Context Protocol. */
function ConnectAssistant() {
  const server = {
    type: 'http',
    url: `${location.origin}/api/mcp`,
    headers: { Authorization: 'Bearer KEY' },
  }
  return (
    <Card title={t('apiKeys.mcp')} note={t('apiKeys.mcpWords')}>
      <CodeBlock
        label={t('apiKeys.mcpSettings')}
        language="JSON"
        text={JSON.stringify({ mcpServers: { parley: server } }, null, 2)}
      />
    </Card>
  )
}
