import '../../styles/records.css'
import '../../styles/tools.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Tool } from '#contracts/tools.ts'
import type { ScreenProps } from '../../screen.ts'
import { toolsTexts as t } from '../../texts/tools.ts'
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

const NEW = '/app/tools/new'

const EXAMPLE = `POST /orders/find HTTP/1.1
Content-Type: application/json
Authorization: Bearer …

{"number": "2041"}`

/** What the account's assistants can call. */
export function Tools({ desk }: ScreenProps) {
  const model = useModel(() => createToolsModel(desk.api))
  useEffect(() => void model.load(), [model])
  const doomed = useSignal<Tool | undefined>(undefined)
  return (
    <Page>
      <PageHead title={t.title} lead={t.lead}>
        <LinkButton kind="primary" icon={PlusIcon} href={NEW}>
          {t.new}
        </LinkButton>
      </PageHead>
      <List
        model={model}
        onDelete={(tool) => {
          doomed.value = tool
        }}
      />
      {doomed.value && (
        <DeleteDialog
          tool={doomed.value}
          users={model.users.value.get(doomed.value.id) ?? []}
          remove={model.remove}
          onDeleted={({ name }) => desk.toasts.show(t.deleted(name))}
          onClose={() => {
            doomed.value = undefined
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
      <ErrorState title={t.failed} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t.loading} rows={3} />
    )
  }
  if (tools.length === 0) return <NoTools />
  return (
    <DataTable
      label={t.title}
      rows={tools}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      hrefOf={({ id }) => `/app/tools/${id}`}
      columns={[
        {
          key: 'name',
          title: t.name,
          isPrimary: true,
          cell: ({ name }) => <code class="tool-name">{name}</code>,
        },
        {
          key: 'does',
          title: t.does,
          cell: ({ description }) => (
            <span class="tool-does" dir="auto">
              {description}
            </span>
          ),
        },
        {
          key: 'request',
          title: t.request,
          cell: ({ method, endpoint }) => (
            <code class="tool-request" dir="ltr">
              {method} {hostOf(endpoint)}
            </code>
          ),
        },
        {
          key: 'users',
          title: t.usedBy,
          cell: ({ id }) => {
            const names = model.users.value.get(id)
            return names ? <bdi>{names.join(', ')}</bdi> : <span class="quiet">{t.nobody}</span>
          },
        },
      ]}
      actions={(tool) => (
        <Menu
          label={t.actionsOf(tool.name)}
          align="end"
          items={[
            {
              label: t.edit,
              icon: EditIcon,
              onSelect: () => route(`/app/tools/${tool.id}`),
            },
            {
              label: t.delete,
              icon: TrashIcon,
              isDanger: true,
              onSelect: () => onDelete(tool),
            },
          ]}
          trigger={(props) => (
            <IconButton {...props} icon={MoreIcon} label={t.actionsOf(tool.name)} size="small" />
          )}
        />
      )}
    />
  )
}

const NoTools = () => (
  <Empty
    icon={ToolIcon}
    title={t.empty}
    actions={
      <LinkButton icon={PlusIcon} href={NEW}>
        {t.new}
      </LinkButton>
    }
  >
    <p>{t.emptyHint}</p>
    <div class="tool-example">
      <CodeBlock label={t.emptyExample} text={EXAMPLE} />
    </div>
  </Empty>
)

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
