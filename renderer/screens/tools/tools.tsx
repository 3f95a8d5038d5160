import '../records/records.css'
import './tools.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Tool } from '#contracts/tools.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { MoreIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { EditIcon, ToolIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { createToolsModel, type ToolsModel } from './list-model.ts'
import { McpServers } from './mcp/mcp-servers.tsx'

const NEW = '/app/tools/new'

const EXAMPLE = `POST /orders/find HTTP/1.1
Content-Type: application/json
Authorization: Bearer …

{"number": "2041"}`

/** Tools of the account's assistants. */
export function Tools({ desk }: ScreenProps) {
  const model = useModel(() => createToolsModel(desk.api))
  useEffect(() => void model.load(), [model])
  const removing = useSignal<Tool | undefined>(undefined)
  return (
    <Page>
      <PageHead title={t('tools.title')} lead={t('tools.lead')}>
        <LinkButton kind="primary" icon={PlusIcon} href={NEW}>
          {t('tools.new')}
        </LinkButton>
      </PageHead>
      <List
        model={model}
        onDelete={(tool) => {
          removing.value = tool
        }}
      />
      <McpServers desk={desk} />
      {removing.value && (
        <DeleteDialog
          tool={removing.value}
          users={model.users.value.get(removing.value.id) ?? []}
          remove={model.remove}
          onDeleted={({ name }) => desk.toasts.show(t('tools.deleted', { name }))}
          onClose={() => {
            removing.value = undefined
          }}
        />
      )}
    </Page>
  )
}

interface ListProps {
  readonly model: ToolsModel
  readonly onDelete: (tool: Tool) => void
}

function List({ model, onDelete }: ListProps) {
  const { route } = useLocation()
  const tools = model.tools.value
  if (!tools) {
    return model.error.value ? (
      <ErrorState title={t('tools.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('tools.loading')} rows={3} />
    )
  }
  if (tools.length === 0) return <NoTools />
  return (
    <DataTable
      label={t('tools.title')}
      rows={tools}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      hrefOf={({ id }) => `/app/tools/${id}`}
      columns={[
        {
          key: 'name',
          title: t('tools.name'),
          isPrimary: true,
          cell: ({ name }) => <code class="tool-name">{name}</code>,
        },
        {
          key: 'does',
          title: t('tools.does'),
          cell: ({ description }) => (
            <span class="tool-does" dir="auto">
              {description}
            </span>
          ),
        },
        {
          key: 'request',
          title: t('tools.request'),
          cell: ({ method, endpoint }) => (
            <code class="tool-request" dir="ltr">
              {method} {hostOf(endpoint)}
            </code>
          ),
        },
        {
          key: 'users',
          title: t('tools.usedBy'),
          cell: ({ id }) => {
            const names = model.users.value.get(id)
            return names ? (
              <bdi>{names.join(', ')}</bdi>
            ) : (
              <span class="quiet">{t('tools.nobody')}</span>
            )
          },
        },
      ]}
      actions={(tool) => (
        <Menu
          label={t('tools.actionsOf', { name: tool.name })}
          align="end"
          items={[
            {
              label: t('tools.edit'),
              icon: EditIcon,
              onSelect: () => route(`/app/tools/${tool.id}`),
            },
            {
              label: t('tools.delete'),
              icon: TrashIcon,
              isDanger: true,
              onSelect: () => onDelete(tool),
            },
          ]}
          trigger={(props) => (
            <IconButton
              {...props}
              icon={MoreIcon}
              label={t('tools.actionsOf', { name: tool.name })}
              size="small"
            />
          )}
        />
      )}
    />
  )
}

const NoTools = () => (
  <Empty
    icon={ToolIcon}
    title={t('tools.empty')}
    actions={
      <LinkButton icon={PlusIcon} href={NEW}>
        {t('tools.new')}
      </LinkButton>
    }
  >
    <p>{t('tools.emptyHint')}</p>
    <div class="tool-example">
      <CodeBlock label={t('tools.emptyExample')} text={EXAMPLE} />
    </div>
  </Empty>
)

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
