import './mcp.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { McpServer } from '#contracts/mcp-servers.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Card } from '../../../ui/display.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { ClientDialog } from './client-dialog.tsx'
import { createMcpForm, type McpFormModel } from './form-model.ts'
import { createMcpServersModel, type McpServersModel } from './list-model.ts'
import { ServerCard } from './server-card.tsx'
import { ServerDialog } from './server-dialog.tsx'

/** MCP servers whose tools assistants may use. */
export function McpServers({ desk }: { readonly desk: Desk }) {
  const { api, live, toasts } = desk
  const model = useModel(() => createMcpServersModel(api, live))
  useEffect(() => void model.load(), [model])
  const form = useSignal<McpFormModel | undefined>(undefined)
  const client = useSignal<McpServer | undefined>(undefined)
  const leaving = useSignal<McpServer | undefined>(undefined)
  const removing = useSignal<McpServer | undefined>(undefined)
  const edit = (server?: McpServer) => {
    form.value = createMcpForm(api, server)
  }

  function saved(server: McpServer): void {
    form.value = undefined
    model.put(server)
    toasts.show(t('mcp.saved', { name: server.name }))
    void model.refresh(server.id)
  }

  return (
    <Card
      title={t('mcp.title')}
      note={t('mcp.lead')}
      id="mcp-servers"
      actions={
        <Button icon={PlusIcon} onClick={() => edit()}>
          {t('mcp.add')}
        </Button>
      }
    >
      <List model={model}>
        {(server) => (
          <ServerCard
            key={server.id}
            server={server}
            model={model}
            toasts={toasts}
            onEdit={() => edit(server)}
            onClient={() => {
              client.value = server
            }}
            onSignOut={() => {
              leaving.value = server
            }}
            onRemove={() => {
              removing.value = server
            }}
          />
        )}
      </List>
      {form.value && (
        <ServerDialog
          model={form.value}
          onSaved={saved}
          onClose={() => {
            form.value = undefined
          }}
        />
      )}
      {client.value && (
        <ClientDialog
          server={client.value}
          model={model}
          onClose={() => {
            client.value = undefined
          }}
        />
      )}
      {leaving.value && (
        <SignOutDialog
          server={leaving.value}
          signOut={model.signOut}
          onClose={() => {
            leaving.value = undefined
          }}
        />
      )}
      {removing.value && (
        <RemoveDialog
          server={removing.value}
          remove={model.remove}
          onRemoved={({ name }) => toasts.show(t('mcp.removed', { name }))}
          onClose={() => {
            removing.value = undefined
          }}
        />
      )}
    </Card>
  )
}

interface ListProps {
  readonly model: McpServersModel
  readonly children: (server: McpServer) => ComponentChildren
}

function List({ model, children }: ListProps) {
  const servers = model.servers.value
  if (!servers) {
    return model.error.value ? (
      <ErrorState title={t('mcp.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('mcp.loading')} rows={1} />
    )
  }
  if (servers.length === 0) return <p class="quiet">{t('mcp.none')}</p>
  return <div class="mcp-servers">{servers.map(children)}</div>
}

interface RemoveDialogProps {
  readonly server: McpServer
  readonly remove: (id: number) => Promise<void>
  readonly onRemoved: (server: McpServer) => void
  readonly onClose: () => void
}

const RemoveDialog = ({ server, remove, onRemoved, onClose }: RemoveDialogProps) => (
  <ConfirmDialog
    title={t('mcp.removeTitle', { name: server.name })}
    confirm={t('mcp.remove')}
    isDanger
    onClose={onClose}
    onConfirm={async () => {
      await remove(server.id)
      onRemoved(server)
    }}
  >
    <p>{t('mcp.removeWords')}</p>
  </ConfirmDialog>
)

interface SignOutDialogProps {
  readonly server: McpServer
  readonly signOut: (id: number) => Promise<void>
  readonly onClose: () => void
}

const SignOutDialog = ({ server, signOut, onClose }: SignOutDialogProps) => (
  <ConfirmDialog
    title={t('mcp.signOutTitle', { name: server.name })}
    confirm={t('mcp.signOut')}
    onClose={onClose}
    onConfirm={() => signOut(server.id)}
  >
    <p>{t('mcp.signOutWords')}</p>
  </ConfirmDialog>
)
