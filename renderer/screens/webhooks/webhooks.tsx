import './webhooks.css'
import { useMemo } from 'preact/hooks'
import { WebhookEvent } from '#contracts/enums.ts'
import type { Desk } from '../../app/desk.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { AssistantIcon, KeyIcon, RefreshIcon, WebhookIcon } from '../../ui/icons.tsx'
import { Empty } from '../../ui/states.tsx'
import { FilterChip } from '../../ui/toolbar.tsx'
import { useModel } from '../../ui/use-model.ts'
import { FilterMenu } from '../records/filter-menu.tsx'
import { RecordsList } from '../records/records-list.tsx'
import { deliveryColumns } from './columns.tsx'
import { Endpoints } from './endpoints.tsx'
import { createEndpointsModel, type EndpointsModel } from './endpoints-model.ts'
import { createWebhooksModel, STATUSES, type WebhooksModel } from './list-model.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { RotateDialog, SecretDialog } from './secret-dialogs.tsx'
import { createSecretModel } from './secret-model.ts'

/** Webhook addresses, and every delivery to them, sent or due. */
export function Webhooks({ desk }: ScreenProps) {
  const model = useModel(() => createWebhooksModel(desk))
  const addresses = useModel(() => createEndpointsModel(desk))
  const columns = useMemo(() => deliveryColumns(model.assistants.value), [model.assistants.value])
  const hasAddress = (addresses.endpoints.value?.length ?? 0) > 0
  const open = (dialog: 'secret' | 'replay') => {
    model.dialog.value = dialog
  }
  return (
    <Page>
      <PageHead title={t('webhooks.title')} lead={t('webhooks.lead')}>
        <Button icon={KeyIcon} onClick={() => open('secret')}>
          {t('webhooks.secret')}
        </Button>
        {addresses.endpoints.value?.some(({ failed }) => failed > 0) && (
          <Button icon={RefreshIcon} onClick={() => open('replay')}>
            {t('webhooks.replayAll')}
          </Button>
        )}
      </PageHead>
      <Endpoints
        desk={desk}
        model={addresses}
        onReplay={(url) => {
          model.narrow({ url, status: '', event: '', assistant_id: '' })
          open('replay')
        }}
      />
      <RecordsList
        desk={desk}
        model={model}
        label={t('webhooks.title')}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ event, created_at }) =>
          t('webhooks.rowName', { event: t(`deliveries.events.${event}`), at: created_at })
        }
        hrefOf={({ id }) => `/app/webhooks/${id}`}
        counted={(count) => t('webhooks.counted', { count })}
        filters={<Filters model={model} addresses={addresses} />}
        empty={<Nothing hasAddress={hasAddress} />}
      />
      <Dialogs desk={desk} model={model} addresses={addresses} />
    </Page>
  )
}

/** Empty state: how to set up webhooks or, if there are addresses, that nothing has been sent yet. */
function Nothing({ hasAddress }: { readonly hasAddress: boolean }) {
  if (hasAddress) {
    return (
      <Empty icon={WebhookIcon} title={t('webhooks.quiet')} isSmall>
        <p>{t('webhooks.quietHint')}</p>
      </Empty>
    )
  }
  return (
    <Empty
      icon={WebhookIcon}
      title={t('webhooks.empty')}
      actions={
        <LinkButton kind="primary" icon={AssistantIcon} href="/app/assistants">
          {t('webhooks.toAssistants')}
        </LinkButton>
      }
    >
      <p>{t('webhooks.emptyHint')}</p>
      <p>{t('webhooks.emptyTry')}</p>
      <div class="webhook-command">
        <CodeBlock label={t('webhooks.command')} language="Shell" text="npm run webhook:listen" />
      </div>
    </Empty>
  )
}

interface PartProps {
  readonly model: WebhooksModel
  readonly addresses: EndpointsModel
}

function Filters({ model, addresses }: PartProps) {
  const { filters, assistants, narrow } = model
  const urls = (addresses.endpoints.value ?? []).map(({ url }) => ({ value: url, label: url }))
  const { value: url } = filters.url
  return (
    <>
      <FilterMenu
        label={t('webhooks.columns.event')}
        value={filters.event.value}
        options={WebhookEvent.options.map((value) => ({
          value,
          label: t(`deliveries.events.${value}`),
        }))}
        onChoose={(event) => narrow({ event })}
      />
      <FilterMenu
        label={t('webhooks.columns.status')}
        value={filters.status.value}
        options={STATUSES.map((value) => ({
          value,
          label: value === 'failed' ? t('webhooks.failed') : t(`deliveries.statuses.${value}`),
        }))}
        onChoose={(status) => narrow({ status })}
      />
      <FilterMenu
        label={t('webhooks.columns.assistant')}
        value={filters.assistant_id.value}
        options={assistants.value.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChoose={(assistant_id) => narrow({ assistant_id })}
      />
      {url ? (
        <FilterChip
          label={t('webhooks.columns.url')}
          value={url}
          onRemove={() => narrow({ url: '' })}
        />
      ) : (
        <FilterMenu
          label={t('webhooks.columns.url')}
          value={url}
          options={urls}
          onChoose={(chosen) => narrow({ url: chosen })}
        />
      )}
    </>
  )
}

function Dialogs({ desk, model, addresses }: PartProps & { readonly desk: Desk }) {
  const secret = useModel(() => createSecretModel(desk.api))
  const { dialog, filters } = model
  const close = () => {
    dialog.value = ''
  }
  switch (dialog.value) {
    case 'secret':
      return (
        <SecretDialog
          model={secret}
          onClose={close}
          onRotate={() => {
            dialog.value = 'rotate'
          }}
        />
      )
    case 'rotate':
      return (
        <RotateDialog
          model={secret}
          onClose={() => {
            dialog.value = 'secret'
          }}
        />
      )
    case 'replay':
      return (
        <ReplayDialog
          desk={desk}
          filter={{
            event: filters.event.value,
            assistant_id: filters.assistant_id.value,
            url: filters.url.value,
          }}
          assistants={model.assistants.value}
          onClose={close}
          onReplayed={() => {
            void model.load()
            void addresses.load()
          }}
        />
      )
    default:
      return null
  }
}
