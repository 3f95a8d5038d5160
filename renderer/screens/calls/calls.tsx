import './calls.css'
import { CallKind, CallOutcome, CallStatus } from '#contracts/enums.ts'
import { apiUrl } from '../../app/api.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { PhoneIcon } from '../../ui/icons.tsx'
import { ChartIcon, ImportIcon } from '../../ui/icons-work.tsx'
import { Empty } from '../../ui/states.tsx'
import { FilterChip } from '../../ui/toolbar.tsx'
import { useModel } from '../../ui/use-model.ts'
import { FilterMenu } from '../records/filter-menu.tsx'
import { RecordsList } from '../records/records-list.tsx'
import { TextFilter } from '../records/text-filter.tsx'
import { callColumns } from './columns.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { type CallsModel, createCallsModel } from './list-model.ts'
import { PlaceDialog } from './place-dialog.tsx'

/** All calls of the account, with actions to place or import calls. */
export function Calls({ desk }: ScreenProps) {
  const model = useModel(() => createCallsModel(desk))
  const open = (dialog: 'place' | 'import') => {
    model.dialog.value = dialog
  }
  const close = () => {
    model.dialog.value = ''
  }
  const mayCall = desk.session.may('outreach')
  const buttons = (kind: 'primary' | 'secondary') =>
    mayCall && (
      <>
        <Button icon={ImportIcon} onClick={() => open('import')}>
          {t('calls.import')}
        </Button>
        <Button kind={kind} icon={PhoneIcon} onClick={() => open('place')}>
          {t('calls.place')}
        </Button>
      </>
    )
  return (
    <Page>
      <PageHead title={t('calls.title')} lead={t('calls.lead')}>
        <Button icon={ChartIcon} onClick={() => desk.address.go('/app/calls/report')}>
          {t('calls.report')}
        </Button>
        {buttons('primary')}
      </PageHead>
      <RecordsList
        desk={desk}
        model={model}
        label={t('calls.title')}
        columns={callColumns}
        keyOf={({ id }) => id}
        nameOf={({ client_phone_number, created_at }) =>
          t('calls.rowName', { number: client_phone_number ?? t('calls.noNumber'), at: created_at })
        }
        hrefOf={({ id }) => `/app/calls/${id}`}
        counted={(count) => t('calls.counted', { count })}
        filters={<Filters model={model} />}
        exportUrl={(query) => apiUrl('exportCalls', { query })}
        fileName="calls"
        isLocal={model.filters.timezone.value !== ''}
        {...(mayCall && { onNew: () => open('place') })}
        empty={
          <Empty icon={PhoneIcon} title={t('calls.empty')} actions={buttons('secondary')}>
            <p>{t('calls.emptyHint')}</p>
          </Empty>
        }
      />
      {model.dialog.value === 'place' && <PlaceDialog desk={desk} onClose={close} />}
      {model.dialog.value === 'import' && (
        <ImportDialog desk={desk} assistants={model.assistants.value} onClose={close} />
      )}
    </Page>
  )
}

const FLAGS = {
  answered: 'calls.answered',
  interrupted: 'calls.interrupted',
  had_person: 'calls.hadPerson',
} as const

function Filters({ model }: { readonly model: CallsModel }) {
  const { filters, assistants, narrow } = model
  return (
    <>
      <TextFilter
        label={t('calls.search')}
        value={filters.phone_number.value}
        onFilter={(phone_number) => narrow({ phone_number })}
      />
      <FilterMenu
        label={t('calls.status')}
        value={filters.status.value}
        options={CallStatus.options.map((value) => ({
          value,
          label: t(`calls.statuses.${value}`),
        }))}
        onChoose={(status) => narrow({ status })}
      />
      <FilterMenu
        label={t('calls.type')}
        value={filters.kind.value || filters.type.value}
        options={CallKind.options.map((value) => ({ value, label: t(`calls.types.${value}`) }))}
        onChoose={(kind) => narrow({ kind, type: '', sandbox: '' })}
      />
      <FilterMenu
        label={t('calls.endedBy')}
        value={filters.outcome.value}
        options={CallOutcome.options.map((value) => ({
          value,
          label: t(`callReport.outcomes.${value}`),
        }))}
        onChoose={(outcome) => narrow({ outcome })}
      />
      <FilterMenu
        label={t('calls.assistant')}
        value={filters.assistant_id.value}
        options={assistants.value.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChoose={(assistant_id) => narrow({ assistant_id })}
      />
      {filters.campaign_id.value && (
        <FilterChip
          label={t('calls.campaign')}
          value={filters.campaign_id.value}
          onRemove={() => narrow({ campaign_id: '' })}
        />
      )}
      {filters.sandbox.value && (
        <FilterChip
          label={t('calls.types.sandbox')}
          value={filters.sandbox.value === '0' ? t('calls.businessOnly') : t('calls.yes')}
          onRemove={() => narrow({ sandbox: '' })}
        />
      )}
      {(['answered', 'interrupted', 'had_person'] as const).map(
        (name) =>
          filters[name].value && (
            <FilterChip
              key={name}
              label={t(FLAGS[name])}
              value={filters[name].value === '1' ? t('calls.yes') : t('calls.no')}
              onRemove={() => narrow({ [name]: '' })}
            />
          ),
      )}
      {filters.timezone.value && (
        <FilterChip
          label={t('calls.timezone')}
          value={filters.timezone.value}
          onRemove={() => narrow({ timezone: '' })}
        />
      )}
    </>
  )
}
