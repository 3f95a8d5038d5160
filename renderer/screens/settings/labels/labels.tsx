import './labels.css'
import type { CountedLabel, LabelUses } from '#contracts/labels.ts'
import type { Desk } from '../../../app/desk.ts'
import { addressOf } from '../../../app/inbox/filter.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Card } from '../../../ui/display.tsx'
import { MoreIcon, PlusIcon } from '../../../ui/icons.tsx'
import { TagIcon } from '../../../ui/icons-work.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { tagColorOf } from '../../inbox/list/label-colour.ts'
import { LabelDialog } from './label-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { createLabelsModel, type LabelsModel } from './model.ts'

/** Labels of conversations. */
export function Labels({ desk }: { readonly desk: Desk }) {
  const model = useModel(() => createLabelsModel(desk))
  const mayEdit = desk.session.may('conversations.change')
  const add = mayEdit && (
    <Button icon={PlusIcon} onClick={() => model.edit(undefined)}>
      {t('labels.add')}
    </Button>
  )
  const isEmpty = model.labels.value?.length === 0
  return (
    <Card title={t('labels.title')} note={t('labels.note')} actions={!isEmpty && add}>
      {model.failure.value ? (
        <ErrorState title={t('labels.failed')} onRetry={() => void model.load()}>
          <p>{model.failure.value}</p>
        </ErrorState>
      ) : model.labels.value === undefined ? (
        <Loading label={t('labels.loading')} />
      ) : isEmpty ? (
        <Empty icon={TagIcon} title={t('labels.empty')} actions={add}>
          <p>{t('labels.emptyHint')}</p>
        </Empty>
      ) : (
        <List model={model} labels={model.labels.value} mayEdit={mayEdit} />
      )}
      <Dialogs desk={desk} model={model} />
    </Card>
  )
}

interface ListProps {
  readonly model: LabelsModel
  readonly labels: readonly CountedLabel[]
  readonly mayEdit: boolean
}

function List({ model, labels, mayEdit }: ListProps) {
  return (
    <DataTable
      label={t('labels.title')}
      rows={labels}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={[
        {
          key: 'name',
          title: t('labels.name'),
          isPrimary: true,
          cell: ({ name, colour }) => <Tag color={tagColorOf(colour)}>{name}</Tag>,
        },
        {
          key: 'count',
          title: t('labels.conversations'),
          isNumber: true,
          cell: ({ id, name, count }) => (
            <a
              href={addressOf({ labels: String(id) })}
              aria-label={t('labels.open', { count, name })}
            >
              {formatNumber(count)}
            </a>
          ),
        },
      ]}
      {...(mayEdit && {
        actions: (label: CountedLabel) => (
          <Menu
            label={t('labels.actionsOf', { name: label.name })}
            align="end"
            items={[
              { label: t('labels.edit'), onSelect: () => model.edit(label) },
              labels.length > 1 && {
                label: t('labels.mergeWith'),
                onSelect: () => model.merge(label),
              },
              {
                label: t('common.delete'),
                isDanger: true,
                onSelect: () => void model.askToDelete(label),
              },
            ]}
            trigger={(props) => (
              <IconButton
                icon={MoreIcon}
                label={t('labels.actionsOf', { name: label.name })}
                {...props}
              />
            )}
          />
        ),
      })}
    />
  )
}

interface DialogsProps {
  readonly desk: Pick<Desk, 'toasts'>
  readonly model: LabelsModel
}

function Dialogs({ desk: { toasts }, model }: DialogsProps) {
  const editing = model.editing.value
  const merging = model.merging.value
  const deleting = model.deleting.value

  async function remove(label: CountedLabel): Promise<void> {
    const putBack = await model.remove(label)
    toasts.undo(t('labels.deleted', { name: label.name }), putBack)
  }

  return (
    <>
      {editing && (
        <LabelDialog
          form={editing}
          onSaved={(name) => {
            model.close()
            toasts.show(t('labels.saved', { name }))
          }}
          onClose={model.close}
        />
      )}
      {merging && (
        <MergeDialog
          form={merging}
          onMerged={() => {
            toasts.show(
              t('labels.merged', { name: merging.label.name, into: merging.target()?.name ?? '' }),
            )
            model.close()
          }}
          onClose={model.close}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={t('labels.deleteTitle', { name: deleting.label.name })}
          confirm={t('common.delete')}
          isDanger
          onConfirm={() => remove(deleting.label)}
          onClose={model.close}
        >
          <Uses uses={deleting.uses ?? { ...NONE, conversations: deleting.label.count }} />
        </ConfirmDialog>
      )}
    </>
  )
}

const NONE: LabelUses = { conversations: 0, shared: 0, rules: 0, views: 0 }

/** Consequences of the deletion of a label. */
function Uses({ uses: { conversations, rules, views } }: { readonly uses: LabelUses }) {
  return (
    <div class="label-uses">
      <ul>
        <li>{t('labels.losesIt', { count: conversations })}</li>
        {rules > 0 && <li>{t('labels.rulesName', { count: rules })}</li>}
        {views > 0 && <li>{t('labels.viewsName', { count: views })}</li>}
      </ul>
    </div>
  )
}
