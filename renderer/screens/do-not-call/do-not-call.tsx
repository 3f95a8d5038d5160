import type { ListedNumber } from '#contracts/do-not-call.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { CallOffIcon } from '../../ui/icons-work.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useModel } from '../../ui/use-model.ts'
import { phoneColumn } from '../records/phone-column.tsx'
import { RecordsList } from '../records/records-list.tsx'
import { TextFilter } from '../records/text-filter.tsx'
import { AddDialog } from './add-dialog.tsx'
import { createDoNotCallModel, type DoNotCallModel } from './model.ts'

const COLUMNS: readonly Column<ListedNumber>[] = [
  phoneColumn(t('doNotCall.number')),
  {
    key: 'reason',
    title: t('doNotCall.reason'),
    cell: ({ reason }) => reason && <bdi>{reason}</bdi>,
  },
  {
    key: 'created',
    title: t('doNotCall.added'),
    cell: ({ created_at }) => <Time at={created_at} as="full" />,
  },
]

/** Numbers that nobody calls any more. */
export function DoNotCall({ desk }: ScreenProps) {
  const model = useModel(() => createDoNotCallModel(desk))
  const mayEdit = desk.session.may('outreach')
  const open = () => {
    model.dialog.value = 'add'
  }
  const close = () => {
    model.dialog.value = ''
  }
  const button = (kind: 'primary' | 'secondary') =>
    mayEdit && (
      <Button kind={kind} icon={PlusIcon} onClick={open}>
        {t('doNotCall.add')}
      </Button>
    )
  return (
    <Page>
      <PageHead title={t('doNotCall.title')} lead={t('doNotCall.lead')}>
        {button('primary')}
      </PageHead>
      <RecordsList
        desk={desk}
        model={model}
        label={t('doNotCall.title')}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ phone_number }) => phone_number}
        counted={(count) => t('doNotCall.counted', { count })}
        hasDates={false}
        filters={
          <TextFilter
            label={t('doNotCall.search')}
            value={model.filters.phone_number.value}
            onFilter={(phone_number) => model.narrow({ phone_number })}
          />
        }
        {...(mayEdit && {
          onNew: open,
          actions: (one: ListedNumber) => <Remove desk={desk} model={model} one={one} />,
        })}
        empty={
          <Empty icon={CallOffIcon} title={t('doNotCall.empty')} actions={button('secondary')}>
            <p>{t('doNotCall.emptyHint')}</p>
          </Empty>
        }
      />
      {mayEdit && model.dialog.value === 'add' && (
        <AddDialog desk={desk} onAdded={() => void model.load()} onClose={close} />
      )}
    </Page>
  )
}

interface RemoveProps {
  readonly desk: Pick<Desk, 'toasts'>
  readonly model: DoNotCallModel
  readonly one: ListedNumber
}

/** Takes a number off the list, which can be undone. */
function Remove({ desk: { toasts }, model, one }: RemoveProps) {
  const { phone_number: number } = one

  async function remove(): Promise<void> {
    try {
      const putBack = await model.remove(one)
      toasts.undo(t('doNotCall.removed', { number }), putBack)
    } catch (failure) {
      toasts.show(explain(failure), 'danger')
    }
  }

  return (
    <IconButton
      size="small"
      icon={TrashIcon}
      label={t('doNotCall.removeOf', { number })}
      onClick={() => void remove()}
    />
  )
}
