import { useSignal } from '@preact/signals'
import { PhoneNumberType } from '#contracts/enums.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { MoreIcon, NumbersIcon, PlusIcon, SearchIcon, SmsIcon, TrashIcon } from '../../ui/icons.tsx'
import { EditIcon, UndoIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { FilterMenu } from '../records/filter-menu.tsx'
import { TextFilter } from '../records/text-filter.tsx'
import { useListKeys } from '../records/use-list-keys.ts'
import { numberColumns } from './columns.tsx'
import type { ListedNumber, PhoneNumbersModel } from './model.ts'

interface ListProps {
  readonly desk: Desk
  readonly model: PhoneNumbersModel
  readonly onAdd: () => void
}

/** The account's numbers, with a filter. */
export function NumberList({ desk, model, onAdd }: ListProps) {
  const removing = useSignal<ListedNumber | undefined>(undefined)
  const root = useListKeys(desk, onAdd)
  const { listed, shown, error, type, search } = model

  async function keep({ id }: ListedNumber): Promise<void> {
    try {
      await model.keep(id)
      desk.toasts.show(t('phoneNumbers.kept'))
    } catch (failure) {
      desk.toasts.show(explain(failure), 'danger')
    }
  }

  if (!listed.value) {
    return error.value ? (
      <ErrorState title={t('phoneNumbers.failed')} onRetry={() => void model.load()}>
        <p>{error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('phoneNumbers.loading')} rows={4} />
    )
  }
  if (listed.value.length === 0) {
    return (
      <Empty
        icon={NumbersIcon}
        title={t('phoneNumbers.empty')}
        actions={
          <>
            <Button
              icon={SearchIcon}
              onClick={() => {
                model.edited.value = 'buy'
              }}
            >
              {t('phoneNumbers.buy')}
            </Button>
            <Button icon={PlusIcon} onClick={onAdd}>
              {t('phoneNumbers.add')}
            </Button>
          </>
        }
      >
        <p>{t('phoneNumbers.emptyHint')}</p>
      </Empty>
    )
  }
  return (
    <div class="records" ref={root}>
      <Toolbar label={t('phoneNumbers.title')}>
        <TextFilter
          label={t('phoneNumbers.search')}
          value={search.value}
          onFilter={(text) => {
            search.value = text
          }}
        />
        <FilterMenu
          label={t('phoneNumbers.type')}
          value={type.value}
          options={PhoneNumberType.options.map((value) => ({
            value,
            label: t(`phoneNumbers.types.${value}`),
          }))}
          onChoose={(value) => {
            type.value = value as typeof type.value
          }}
        />
        <span class="records-space" />
        <span class="quiet" role="status">
          {t('phoneNumbers.counted', { count: shown.value.length })}
        </span>
      </Toolbar>
      <DataTable
        label={t('phoneNumbers.title')}
        columns={numberColumns}
        rows={shown.value}
        keyOf={({ id }) => id}
        nameOf={({ phone_number }) => phone_number}
        onOpen={({ id }) => {
          model.edited.value = String(id)
        }}
        actions={(number) => (
          <RowMenu
            number={number}
            onEdit={() => {
              model.edited.value = String(number.id)
            }}
            onDelete={() => {
              removing.value = number
            }}
            onKeep={() => void keep(number)}
          />
        )}
        empty={<Empty icon={SearchIcon} title={t('phoneNumbers.noMatch')} />}
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

interface RemoveDialogProps {
  readonly desk: Desk
  readonly model: PhoneNumbersModel
  readonly number: ListedNumber
  readonly onClose: () => void
}

/** Asks before a number is released or deleted. A release can be undone until the month is over. */
export function RemoveDialog({ desk, model, number, onClose }: RemoveDialogProps) {
  const { id, phone_number, answeredBy, isBought, isUnpaid, subscription_expires_at: end } = number

  async function remove(): Promise<void> {
    if (!isBought || isUnpaid) {
      await (isBought ? model.release(id) : model.remove(id))
      desk.toasts.show(t('phoneNumbers.deleted'))
      return
    }
    await model.release(id)
    desk.toasts.undo(t('phoneNumbers.released'), () => model.keep(id))
  }

  return (
    <ConfirmDialog
      title={t(isBought ? 'phoneNumbers.releaseTitle' : 'phoneNumbers.deleteTitle', {
        number: phone_number,
      })}
      confirm={t(isBought ? 'phoneNumbers.release' : 'phoneNumbers.delete')}
      isDanger
      onClose={onClose}
      onConfirm={remove}
    >
      {isBought && !isUnpaid && end !== null && (
        <p>
          {t('phoneNumbers.releaseHint')} <Time at={end} as="date" />
        </p>
      )}
      <p>
        {answeredBy && `${t('phoneNumbers.deleteAnswered', { name: answeredBy })} `}
        {t('phoneNumbers.deleteHint')}
      </p>
    </ConfirmDialog>
  )
}

interface RowMenuProps {
  readonly number: ListedNumber
  readonly onEdit: () => void
  readonly onDelete: () => void
  readonly onKeep: () => void
}

function RowMenu({ number, onEdit, onDelete, onKeep }: RowMenuProps) {
  const label = t('phoneNumbers.rowActions', { number: number.phone_number })
  return (
    <Menu
      label={label}
      align="end"
      items={[
        { label: t('phoneNumbers.edit'), icon: EditIcon, onSelect: onEdit },
        number.sms_capable && {
          label: t('phoneNumbers.writeFrom'),
          icon: SmsIcon,
          href: `/app/sms/new?from=${number.id}`,
        },
        'separator',
        number.release_at !== null
          ? { label: t('phoneNumbers.keep'), icon: UndoIcon, onSelect: onKeep }
          : {
              label: t(number.isBought ? 'phoneNumbers.release' : 'phoneNumbers.delete'),
              icon: TrashIcon,
              isDanger: true,
              onSelect: onDelete,
            },
      ]}
      trigger={(props) => <IconButton {...props} icon={MoreIcon} label={label} size="small" />}
    />
  )
}
