import '../../styles/records.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { KnowledgeBase } from '#contracts/knowledge.ts'
import type { ScreenProps } from '../../screen.ts'
import { knowledgeTexts as t } from '../../texts/knowledge.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { MoreIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { BookIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createKnowledgeModel, type KnowledgeModel } from './list-model.ts'
import { BaseStatus } from './status.tsx'

/** What the account's assistants answer from. */
export function Knowledge({ desk }: ScreenProps) {
  const model = useModel(() => createKnowledgeModel(desk))
  useEffect(() => void model.load(), [model])
  const isNaming = useSignal(false)
  const { route } = useLocation()
  const add = () => {
    isNaming.value = true
  }
  return (
    <Page>
      <PageHead title={t.title} lead={t.lead}>
        <Button kind="primary" icon={PlusIcon} onClick={add}>
          {t.new}
        </Button>
      </PageHead>
      <List model={model} onAdd={add} onDeleted={() => desk.toasts.show(t.deleted)} />
      {isNaming.value && (
        <NameDialog
          model={model}
          onClose={() => {
            isNaming.value = false
          }}
          onMade={(id) => route(`/app/knowledge/${id}`)}
        />
      )}
    </Page>
  )
}

interface ListProps {
  readonly model: KnowledgeModel
  readonly onAdd: () => void
  readonly onDeleted: () => void
}

function List({ model, onAdd, onDeleted }: ListProps) {
  const doomed = useSignal<KnowledgeBase | undefined>(undefined)
  const bases = model.bases.value
  if (!bases) {
    return model.error.value ? (
      <ErrorState title={t.failed} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t.loading} rows={3} />
    )
  }
  if (bases.length === 0) {
    return (
      <Empty
        icon={BookIcon}
        title={t.empty}
        actions={
          <Button icon={PlusIcon} onClick={onAdd}>
            {t.new}
          </Button>
        }
      >
        <p>{t.emptyHint}</p>
      </Empty>
    )
  }
  return (
    <>
      <DataTable
        label={t.title}
        rows={bases}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        hrefOf={({ id }) => `/app/knowledge/${id}`}
        columns={[
          {
            key: 'name',
            title: t.base,
            isPrimary: true,
            cell: ({ name }) => <bdi>{name}</bdi>,
          },
          { key: 'status', title: t.status, cell: (base) => <BaseStatus base={base} /> },
          {
            key: 'content',
            title: t.content,
            cell: ({ document_count, failed_count }) =>
              failed_count > 0
                ? `${t.documents(document_count)}, ${t.faulty(failed_count)}`
                : t.documents(document_count),
          },
          {
            key: 'users',
            title: t.usedBy,
            cell: ({ id }) => {
              const names = model.users.value.get(id)
              return names ? <bdi>{names.join(', ')}</bdi> : <span class="quiet">{t.nobody}</span>
            },
          },
          {
            key: 'created',
            title: t.created,
            isHiddenOnPhone: true,
            cell: (base) => <Time at={base.created_at} />,
          },
        ]}
        actions={(base) => (
          <Menu
            label={t.actionsOf(base.name)}
            align="end"
            items={[
              {
                label: t.delete,
                icon: TrashIcon,
                isDanger: true,
                onSelect: () => {
                  doomed.value = base
                },
              },
            ]}
            trigger={(props) => (
              <IconButton {...props} icon={MoreIcon} label={t.actionsOf(base.name)} size="small" />
            )}
          />
        )}
      />
      {doomed.value && (
        <ConfirmDialog
          title={t.deleteTitle(doomed.value.name)}
          confirm={t.delete}
          isDanger
          onClose={() => {
            doomed.value = undefined
          }}
          onConfirm={async () => {
            if (doomed.value) await model.remove(doomed.value.id)
            onDeleted()
          }}
        >
          <p>{t.deleteHint}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface NameDialogProps {
  readonly model: KnowledgeModel
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

function NameDialog({ model, onClose, onMade }: NameDialogProps) {
  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    const id = await model.create()
    if (id === undefined) return
    onClose()
    onMade(id)
  }
  return (
    <Dialog
      title={t.new}
      size="small"
      onClose={onClose}
      actions={
        <Button kind="primary" busy={model.isBusy.value} onClick={() => void submit()}>
          {t.create}
        </Button>
      }
    >
      <form class="form" onSubmit={(event) => void submit(event)} noValidate>
        <Field label={t.name} hint={t.nameHint} error={model.nameError.value}>
          {(wiring) => (
            <TextInput
              {...wiring}
              autocomplete="off"
              value={model.name.value}
              onEdit={(value) => {
                model.name.value = value
                model.nameError.value = undefined
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
