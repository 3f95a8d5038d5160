import { useSignal } from '@preact/signals'
import type { ListedTrunk } from '#contracts/sip-trunks.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { MoreIcon, NumbersIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { EditIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { countryName } from '../records/phone.ts'
import { phoneColumn } from '../records/phone-column.tsx'
import { useListKeys } from '../records/use-list-keys.ts'
import type { ListedNumber, PhoneNumbersModel } from './model.ts'
import { RemoveDialog } from './number-list.tsx'

const columns: readonly Column<ListedTrunk>[] = [
  phoneColumn(t('phoneNumbers.number')),
  {
    key: 'nickname',
    title: t('phoneNumbers.nickname'),
    cell: ({ nickname }) => nickname && <bdi>{nickname}</bdi>,
  },
  {
    key: 'address',
    title: t('phoneNumbers.trunks.address'),
    cell: ({ sip_address }) => <bdi dir="ltr">{sip_address}</bdi>,
  },
  {
    key: 'username',
    title: t('phoneNumbers.trunks.username'),
    cell: ({ sip_username }) => <bdi>{sip_username}</bdi>,
  },
  {
    key: 'incoming',
    title: t('phoneNumbers.trunks.incoming'),
    cell: ({ inbound_authorization_type: type, allowed_inbound_ips: ips }) =>
      type === 'ip' ? (
        <bdi dir="ltr">{ips?.join(', ')}</bdi>
      ) : (
        t('phoneNumbers.trunks.authorizations.auth')
      ),
  },
  {
    key: 'country',
    title: t('phoneNumbers.country'),
    cell: ({ country_code }) => countryName(country_code),
  },
]

interface TrunkListProps {
  readonly desk: Desk
  readonly model: PhoneNumbersModel
  readonly onAdd: () => void
}

/** The account's SIP trunks. */
export function TrunkList({ desk, model, onAdd }: TrunkListProps) {
  const removing = useSignal<ListedNumber | undefined>(undefined)
  const root = useListKeys(desk, onAdd)
  const { listed, trunks, error, edited } = model
  if (!listed.value) {
    return error.value ? (
      <ErrorState title={t('phoneNumbers.failed')} onRetry={() => void model.load()}>
        <p>{error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('phoneNumbers.loading')} rows={4} />
    )
  }
  if (trunks.value.length === 0) {
    return (
      <Empty
        icon={NumbersIcon}
        title={t('phoneNumbers.trunks.empty')}
        actions={
          <Button icon={PlusIcon} onClick={onAdd}>
            {t('phoneNumbers.trunks.add')}
          </Button>
        }
      >
        <p>{t('phoneNumbers.trunks.emptyHint')}</p>
      </Empty>
    )
  }
  const edit = ({ id }: ListedTrunk) => {
    edited.value = String(id)
  }
  return (
    <div class="records" ref={root}>
      <DataTable
        label={t('phoneNumbers.trunks.title')}
        columns={columns}
        rows={trunks.value}
        keyOf={({ id }) => id}
        nameOf={({ phone_number }) => phone_number}
        onOpen={edit}
        actions={(trunk) => (
          <TrunkMenu
            trunk={trunk}
            onEdit={() => edit(trunk)}
            onDelete={() => {
              removing.value = listed.value?.find(({ id }) => id === trunk.id)
            }}
          />
        )}
      />
      {removing.value && (
        <RemoveDialog
          desk={desk}
          model={model}
          number={removing.value}
          onClose={() => {
            removing.value = undefined
          }}
        />
      )}
    </div>
  )
}

interface TrunkMenuProps {
  readonly trunk: ListedTrunk
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function TrunkMenu({ trunk, onEdit, onDelete }: TrunkMenuProps) {
  const label = t('phoneNumbers.rowActions', { number: trunk.phone_number })
  return (
    <Menu
      label={label}
      align="end"
      items={[
        { label: t('phoneNumbers.edit'), icon: EditIcon, onSelect: onEdit },
        'separator',
        { label: t('phoneNumbers.delete'), icon: TrashIcon, isDanger: true, onSelect: onDelete },
      ]}
      trigger={(props) => <IconButton {...props} icon={MoreIcon} label={label} size="small" />}
    />
  )
}
