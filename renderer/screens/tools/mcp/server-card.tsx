import type { McpServer } from '#contracts/mcp-servers.ts'
import type { Toasts } from '../../../app/toasts.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Select, Switch } from '../../../ui/controls.tsx'
import { Badge } from '../../../ui/display.tsx'
import { RefreshIcon, TrashIcon } from '../../../ui/icons.tsx'
import { EditIcon } from '../../../ui/icons-work.tsx'
import { Banner } from '../../../ui/states.tsx'
import { networkAt } from '../../webhooks/allowable.ts'
import type { McpServersModel } from './list-model.ts'
import { SignIn } from './sign-in.tsx'

interface ServerCardProps {
  readonly server: McpServer
  readonly model: McpServersModel
  readonly toasts: Toasts
  readonly onEdit: () => void
  readonly onRemove: () => void
  readonly onClient: () => void
  readonly onSignOut: () => void
}

/** A server with its state and its tools. */
export function ServerCard(props: ServerCardProps) {
  const { server, model, toasts, onEdit, onRemove, onClient, onSignOut } = props
  const { id, name, url, is_enabled, refreshed_at, tools } = server
  return (
    <article class="mcp-server" aria-labelledby={`mcp-${id}`}>
      <header class="mcp-head">
        <div class="mcp-about">
          <h3 id={`mcp-${id}`} dir="auto">
            {name}
          </h3>
          <code class="quiet" dir="ltr">
            {url}
          </code>
        </div>
        <div class="mcp-actions">
          {!is_enabled && <Badge>{t('mcp.off')}</Badge>}
          <Button
            size="small"
            icon={RefreshIcon}
            busy={model.refreshing.value.has(id)}
            onClick={() => void model.refresh(id)}
          >
            {refreshed_at === null ? t('mcp.connect') : t('mcp.refresh')}
          </Button>
          <IconButton icon={EditIcon} label={t('mcp.edit', { name })} onClick={onEdit} />
          <IconButton icon={TrashIcon} label={t('mcp.removeTitle', { name })} onClick={onRemove} />
        </div>
      </header>
      <State server={server} model={model} />
      <SignIn server={server} model={model} onClient={onClient} onSignOut={onSignOut} />
      {tools.length > 0 && (
        <details class="mcp-tools">
          <summary>{t('mcp.tools', { count: tools.length })}</summary>
          <ul>
            {tools.map((tool) => (
              <li key={tool.id}>
                <Tool server={server} tool={tool} model={model} toasts={toasts} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  )
}

/** Result of the last refresh, or the stored reason why it failed. */
function State({ server, model }: Pick<ServerCardProps, 'server' | 'model'>) {
  const result = model.results.value.get(server.id)
  const address = server.allowable_address
  const isStarted = model.pages.value.has(server.id)
  const fault = isStarted ? null : result?.ok === false ? result.message : server.error
  return (
    <div role="status" class="mcp-state">
      {fault && (
        <Banner tone="danger">
          {fault} {address && <a href={networkAt(address)}>{t('mcp.allow', { address })}</a>}
        </Banner>
      )}
      {!fault && result?.ok && (
        <p class="quiet">{t('mcp.refreshed', { result: result.message })}</p>
      )}
      {!fault && !result && !server.sign_in && server.refreshed_at === null && (
        <p class="quiet">{t('mcp.notConnected')}</p>
      )}
    </div>
  )
}

interface ToolProps extends Pick<ServerCardProps, 'server' | 'model' | 'toasts'> {
  readonly tool: McpServer['tools'][number]
}

function Tool({ server, tool, model, toasts }: ToolProps) {
  const { name, description, is_enabled, asks_first, is_available, is_read_only } = tool
  const saying = (change: Promise<void>) =>
    void change.catch(({ message }: Error) => toasts.show(message))
  return (
    <>
      <Switch
        label={name}
        hint={
          <>
            <span dir="auto">{description}</span>{' '}
            {!is_available && <Badge tone="attention">{t('mcp.gone')}</Badge>}
            {is_available && is_read_only && <Badge>{t('mcp.readOnly')}</Badge>}
          </>
        }
        checked={is_enabled}
        onSwitch={(isOn) => saying(model.switchTool(server, name, isOn))}
      />
      {is_enabled && (
        <Select
          size="small"
          aria-label={t('mcp.calls', { name })}
          value={asks_first ? 'ask' : 'allow'}
          onEdit={(value) => saying(model.askFirst(server, name, value === 'ask'))}
        >
          <option value="allow">{t('mcp.allowCalls')}</option>
          <option value="ask">{t('mcp.askFirst')}</option>
        </Select>
      )}
    </>
  )
}
