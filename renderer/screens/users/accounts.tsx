import { useEffect } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useModel } from '../../ui/use-model.ts'
import { type AccountsModel, createAccountsModel } from './accounts-model.ts'
import { PersonDialog } from './person-dialog.tsx'

/** The accounts of this Parley: nothing at all for everybody but its owner. */
export function Accounts({ desk }: { readonly desk: Desk }) {
  const model = useModel(() => createAccountsModel(desk.api))
  useEffect(() => void model.load(), [model])
  const accounts = model.accounts.value
  if (!model.isAllowed.value) return null
  if (model.error.value) {
    return (
      <ErrorState title={t('team.accountsFailed')} onRetry={model.load}>
        <p>{model.error.value}</p>
      </ErrorState>
    )
  }
  if (!accounts) return null
  return (
    <Card
      title={t('team.accounts')}
      note={t('team.accountsLead')}
      actions={
        <Button icon={PlusIcon} onClick={model.begin}>
          {t('team.open')}
        </Button>
      }
    >
      <DataTable
        label={t('team.accounts')}
        rows={accounts}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={[
          {
            key: 'name',
            title: t('team.name'),
            isPrimary: true,
            cell: ({ name, is_owner }) => (
              <span class="person-cell">
                <bdi>{name}</bdi>
                {is_owner && <Badge tone="person">{t('team.owner')}</Badge>}
              </span>
            ),
          },
          { key: 'email', title: t('team.email'), cell: ({ email }) => <bdi>{email}</bdi> },
          {
            key: 'added',
            title: t('team.added'),
            cell: (account) => <Time at={account.created_at} />,
          },
        ]}
      />
      {model.isOpening.value && (
        <PersonDialog
          title={t('team.open')}
          model={model.form.value}
          onSubmit={model.open}
          onClose={() => {
            model.isOpening.value = false
          }}
        />
      )}
      <OpenedDialog model={model} />
    </Card>
  )
}

function OpenedDialog({ model }: { readonly model: AccountsModel }) {
  const opened = model.opened.value
  if (!opened) return null
  const close = () => {
    model.opened.value = undefined
  }
  return (
    <Dialog
      title={t('team.opened', { name: opened.name })}
      canDismiss={false}
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          {t('team.done')}
        </Button>
      }
    >
      <p>{t('team.openedWords')}</p>
      <CopyField label={t('team.linkLabel')} text={opened.link} />
      <CopyField label={t('apiKeys.token')} text={opened.token} />
    </Dialog>
  )
}
