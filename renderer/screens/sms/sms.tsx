import { apiUrl } from '../../api.ts'
import '../../styles/sms.css'
import { useMemo } from 'preact/hooks'
import { SmsStatus } from '#contracts/enums.ts'
import type { ScreenProps } from '../../screen.ts'
import { smsTexts as t } from '../../texts/sms.ts'
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

/** Every text message of the account. */
export function SmsMessages({ desk }: ScreenProps) {
  const model = useModel(() => createSmsListModel(desk))
  const columns = useMemo(() => smsColumns(model.numbers.value), [model.numbers.value])
  return (
    <Page>
      <PageHead title={t.title} lead={t.lead}>
        <LinkButton kind="primary" icon={WriteIcon} href="/app/sms/new">
          {t.write}
        </LinkButton>
      </PageHead>
      <RecordsList
        desk={desk}
        model={model}
        label={t.title}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ to, created_at }) => t.rowName(to, created_at)}
        onOpen={({ id }) => {
          model.opened.value = String(id)
        }}
        counted={t.counted}
        filters={<Filters model={model} />}
        exportUrl={(query) => apiUrl('exportSms', { query })}
        fileName="text-messages"
        onNew={() => desk.address.go('/app/sms/new')}
        empty={
          <Empty
            icon={SmsIcon}
            title={t.empty}
            actions={
              <LinkButton icon={WriteIcon} href="/app/sms/new">
                {t.write}
              </LinkButton>
            }
          >
            <p>{t.emptyHint}</p>
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
      <TextFilter label={t.search} value={filters.to.value} onFilter={(to) => narrow({ to })} />
      <FilterMenu
        label={t.status}
        value={filters.status.value}
        options={SmsStatus.options.map((value) => ({ value, label: t.statuses[value] }))}
        onChoose={(status) => narrow({ status })}
      />
    </>
  )
}
