import '../records/records.css'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { PhoneNumberType } from '#contracts/enums.ts'
import type { Desk } from '../../app/desk.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { MoreIcon, NumbersIcon, PlusIcon, SearchIcon, SmsIcon, TrashIcon } from '../../ui/icons.tsx'
import { EditIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Banner, Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { useModel } from '../../ui/use-model.ts'
import { FilterMenu } from '../records/filter-menu.tsx'
import { TextFilter } from '../records/text-filter.tsx'
import { useListKeys } from '../records/use-list-keys.ts'
import { numberColumns } from './columns.tsx'
import { createPhoneNumbersModel, type ListedNumber, type PhoneNumbersModel } from './model.ts'
import { NumberDialog } from './number-dialog.tsx'

/** The account's phone numbers. */
export function PhoneNumbers({ desk }: ScreenProps) {
  const model = useModel(() => createPhoneNumbersModel(desk))
  useEffect(() => void model.load(), [model])
  const { edited } = model
  const add = () => {
    edited.value = 'new'
  }
  const close = () => {
    edited.value = ''
  }
  const existing = model.numbers.value?.find(({ id }) => String(id) === edited.value)
  return (
    <Page>
      <PageHead title={t('phoneNumbers.title')} lead={t('phoneNumbers.lead')}>
        <Button kind="primary" icon={PlusIcon} onClick={add}>
          {t('phoneNumbers.add')}
        </Button>
      </PageHead>
      <Warnings model={model} />
      <List desk={desk} model={model} onAdd={add} />
      {(edited.value === 'new' || existing) && (
        <NumberDialog
          desk={desk}
          existing={existing}
          onClose={close}
          onSaved={() => {
            close()
            desk.toasts.show(existing ? t('phoneNumbers.saved') : t('phoneNumbers.added'))
            void model.load()
          }}
        />
      )}
    </Page>
  )
}

function Warnings({ model: { expired, expiring } }: { readonly model: PhoneNumbersModel }) {
  const names = (numbers: readonly ListedNumber[]) =>
    numbers.map(({ nickname, phone_number }) => nickname ?? phone_number).join(', ')
  return (
    <>
      {expired.value.length > 0 && (
        <Banner tone="danger">
          {t('phoneNumbers.warnExpired', { numbers: names(expired.value) })}
        </Banner>
      )}
      {expiring.value.length > 0 && (
        <Banner tone="attention">
          {t('phoneNumbers.warnSoon', { numbers: names(expiring.value) })}
        </Banner>
      )}
    </>
  )
}

interface ListProps {
  readonly desk: Desk
  readonly model: PhoneNumbersModel
  readonly onAdd: () => void
}

function List({ desk, model, onAdd }: ListProps) {
  const removing = useSignal<ListedNumber | undefined>(undefined)
  const root = useListKeys(desk, onAdd)
  const { listed, shown, error, type, search } = model
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
          <Button icon={PlusIcon} onClick={onAdd}>
            {t('phoneNumbers.add')}
          </Button>
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
          />
        )}
        empty={<Empty icon={SearchIcon} title={t('phoneNumbers.noMatch')} />}
      />
      {removing.value && (
        <ConfirmDialog
          title={t('phoneNumbers.deleteTitle', { number: removing.value.phone_number })}
          confirm={t('phoneNumbers.delete')}
          isDanger
          onClose={() => {
            removing.value = undefined
          }}
          onConfirm={async () => {
            if (removing.value) await model.remove(removing.value.id)
            desk.toasts.show(t('phoneNumbers.deleted'))
          }}
        >
          <p>
            {removing.value.answeredBy &&
              `${t('phoneNumbers.deleteAnswered', { name: removing.value.answeredBy })} `}
            {t('phoneNumbers.deleteHint')}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

interface RowMenuProps {
  readonly number: ListedNumber
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function RowMenu({ number, onEdit, onDelete }: RowMenuProps) {
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
        { label: t('phoneNumbers.delete'), icon: TrashIcon, isDanger: true, onSelect: onDelete },
      ]}
      trigger={(props) => <IconButton {...props} icon={MoreIcon} label={label} size="small" />}
    />
  )
}
