import '../records/records.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { KnowledgeBase } from '#contracts/knowledge.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
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
import { KnowledgePlaces } from './places.tsx'
import { BaseStatus } from './status.tsx'

/** Knowledge bases of the account. */
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
      <PageHead
        title={t('knowledge.title')}
        lead={t('knowledge.lead')}
        foot={<KnowledgePlaces current="bases" />}
      >
        <Button kind="primary" icon={PlusIcon} onClick={add}>
          {t('knowledge.new')}
        </Button>
      </PageHead>
      <List model={model} onAdd={add} onDeleted={() => desk.toasts.show(t('knowledge.deleted'))} />
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
  const removing = useSignal<KnowledgeBase | undefined>(undefined)
  const bases = model.bases.value
  if (!bases) {
    return model.error.value ? (
      <ErrorState title={t('knowledge.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('knowledge.loading')} rows={3} />
    )
  }
  if (bases.length === 0) {
    return (
      <Empty
        icon={BookIcon}
        title={t('knowledge.empty')}
        actions={
          <Button icon={PlusIcon} onClick={onAdd}>
            {t('knowledge.new')}
          </Button>
        }
      >
        <p>{t('knowledge.emptyHint')}</p>
      </Empty>
    )
  }
  return (
    <>
      <DataTable
        label={t('knowledge.title')}
        rows={bases}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        hrefOf={({ id }) => `/app/knowledge/${id}`}
        columns={[
          {
            key: 'name',
            title: t('knowledge.base'),
            isPrimary: true,
            cell: ({ name }) => <bdi>{name}</bdi>,
          },
          {
            key: 'status',
            title: t('knowledge.status'),
            cell: (base) => <BaseStatus base={base} />,
          },
          {
            key: 'content',
            title: t('knowledge.content'),
            cell: ({ documents_count }) => t('knowledge.documents', { count: documents_count }),
          },
          {
            key: 'users',
            title: t('knowledge.usedBy'),
            cell: ({ id }) => {
              const names = model.users.value.get(id)
              return names ? (
                <bdi>{names.join(', ')}</bdi>
              ) : (
                <span class="quiet">{t('knowledge.nobody')}</span>
              )
            },
          },
          {
            key: 'created',
            title: t('knowledge.created'),
            isHiddenOnPhone: true,
            cell: (base) => <Time at={base.created_at} />,
          },
        ]}
        actions={(base) => (
          <Menu
            label={t('knowledge.actionsOf', { name: base.name })}
            align="end"
            items={[
              {
                label: t('knowledge.delete'),
                icon: TrashIcon,
                isDanger: true,
                onSelect: () => {
                  removing.value = base
                },
              },
            ]}
            trigger={(props) => (
              <IconButton
                {...props}
                icon={MoreIcon}
                label={t('knowledge.actionsOf', { name: base.name })}
                size="small"
              />
            )}
          />
        )}
      />
      {removing.value && (
        <ConfirmDialog
          title={t('knowledge.deleteTitle', { name: removing.value.name })}
          confirm={t('knowledge.delete')}
          isDanger
          onClose={() => {
            removing.value = undefined
          }}
          onConfirm={async () => {
            if (removing.value) await model.remove(removing.value.id)
            onDeleted()
          }}
        >
          <p>{t('knowledge.deleteHint')}</p>
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
      title={t('knowledge.new')}
      size="small"
      onClose={onClose}
      actions={
        <Button kind="primary" busy={model.isBusy.value} onClick={() => void submit()}>
          {t('knowledge.create')}
        </Button>
      }
    >
      <form class="form" onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={t('knowledge.name')}
          hint={t('knowledge.nameHint')}
          error={model.nameError.value}
        >
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
