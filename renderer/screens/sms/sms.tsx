import './sms.css'
import { useMemo } from 'preact/hooks'
import { SmsStatus } from '#contracts/enums.ts'
import { apiUrl } from '../../app/api.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { SmsIcon } from '../../ui/icons.tsx'
import { WriteIcon } from '../../ui/icons-work.tsx'
import { Empty } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { FilterMenu } from '../records/filter-menu.tsx'
import { RecordsList } from '../records/records-list.tsx'
import { TextFilter } from '../records/text-filter.tsx'
import { smsColumns } from './columns.tsx'
import { createSmsListModel, type SmsListModel } from './list-model.ts'
import { MessageDrawer } from './message-drawer.tsx'

/** All text messages of the account. */
export function SmsMessages({ desk }: ScreenProps) {
  const model = useModel(() => createSmsListModel(desk))
  const mayWrite = desk.session.may('outreach')
  const columns = useMemo(() => smsColumns(model.numbers.value), [model.numbers.value])
  return (
    <Page>
      <PageHead title={t('sms.title')} lead={t('sms.lead')}>
        {mayWrite && (
          <LinkButton kind="primary" icon={WriteIcon} href="/app/sms/new">
            {t('sms.write')}
          </LinkButton>
        )}
      </PageHead>
      <RecordsList
        desk={desk}
        model={model}
        label={t('sms.title')}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ to, created_at }) => t('sms.rowName', { to, at: created_at })}
        onOpen={({ id }) => {
          model.opened.value = String(id)
        }}
        counted={(count) => t('sms.counted', { count })}
        filters={<Filters model={model} />}
        exportUrl={(query) => apiUrl('exportSms', { query })}
        fileName="text-messages"
        {...(mayWrite && { onNew: () => desk.address.go('/app/sms/new') })}
        empty={
          <Empty
            icon={SmsIcon}
            title={t('sms.empty')}
            actions={
              mayWrite && (
                <LinkButton icon={WriteIcon} href="/app/sms/new">
                  {t('sms.write')}
                </LinkButton>
              )
            }
          >
            <p>{t('sms.emptyHint')}</p>
          </Empty>
        }
      />
      {/^\d+$/.test(model.opened.value) && (
        <MessageDrawer
          key={model.opened.value}
          desk={desk}
          id={Number(model.opened.value)}
          onClose={() => {
            model.opened.value = ''
          }}
        />
      )}
    </Page>
  )
}

function Filters({ model: { filters, narrow } }: { readonly model: SmsListModel }) {
  return (
    <>
      <TextFilter
        label={t('sms.search')}
        value={filters.to.value}
        onFilter={(to) => narrow({ to })}
      />
      <FilterMenu
        label={t('sms.status')}
        value={filters.status.value}
        options={SmsStatus.options.map((value) => ({ value, label: t(`sms.statuses.${value}`) }))}
        onChoose={(status) => narrow({ status })}
      />
    </>
  )
}
