import '../leads.css'
import type { ComponentChildren } from 'preact'
import { LeadStatus } from '#contracts/lead-status.ts'
import { apiUrl } from '../../../app/api.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { t } from '../../../locales/translate.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Page, PageHead } from '../../../ui/display.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { ImportIcon, LeadIcon } from '../../../ui/icons-work.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { FilterMenu } from '../../records/filter-menu.tsx'
import { RecordsList } from '../../records/records-list.tsx'
import { TextFilter } from '../../records/text-filter.tsx'
import { LeadDialog } from '../edit/lead-dialog.tsx'
import { ImportDialog } from '../import/import-dialog.tsx'
import { leadColumns } from './columns.tsx'
import { createLeadsModel, type LeadsModel } from './model.ts'

/** All leads of the account, with actions to add or import some. */
export function Leads({ desk }: ScreenProps) {
  const model = useModel(() => createLeadsModel(desk))
  const { campaigns, dialog, filters } = model
  const mayAdd = desk.session.may('outreach') && (campaigns.value?.length ?? 0) > 0
  const open = (name: 'new' | 'import') => {
    dialog.value = name
  }
  const close = () => {
    dialog.value = ''
  }
  const campaignId = Number(filters.campaign_id.value) || undefined
  const buttons = (kind: 'primary' | 'secondary') =>
    mayAdd && (
      <>
        <Button icon={ImportIcon} onClick={() => open('import')}>
          {t('leads.import')}
        </Button>
        <Button kind={kind} icon={PlusIcon} onClick={() => open('new')}>
          {t('leads.add')}
        </Button>
      </>
    )
  return (
    <Page>
      <PageHead title={t('leads.title')} lead={t('leads.lead')}>
        {buttons('primary')}
      </PageHead>
      <RecordsList
        desk={desk}
        model={model}
        label={t('leads.title')}
        columns={leadColumns}
        keyOf={({ id }) => id}
        nameOf={({ phone_number, campaign }) =>
          t('leads.rowName', { number: phone_number, campaign: campaign.name })
        }
        hrefOf={({ id }) => `/app/leads/${id}`}
        counted={(count) => t('leads.counted', { count })}
        filters={<Filters model={model} />}
        exportUrl={(query) => apiUrl('exportLeads', { query })}
        fileName="leads"
        {...(mayAdd && { onNew: () => open('new') })}
        empty={<NoLeads model={model} buttons={buttons('secondary')} />}
      />
      {mayAdd && dialog.value === 'new' && (
        <LeadDialog
          desk={desk}
          campaigns={campaigns.value ?? []}
          campaignId={campaignId}
          onClose={close}
        />
      )}
      {mayAdd && dialog.value === 'import' && (
        <ImportDialog
          desk={desk}
          campaigns={campaigns.value ?? []}
          campaignId={campaignId}
          onClose={close}
        />
      )}
    </Page>
  )
}

interface PartProps {
  readonly model: LeadsModel
}

function Filters({ model: { filters, campaigns, narrow } }: PartProps) {
  return (
    <>
      <TextFilter
        label={t('leads.search')}
        value={filters.phone_number.value}
        onFilter={(phone_number) => narrow({ phone_number })}
      />
      <FilterMenu
        label={t('leads.fields.status')}
        value={filters.status.value}
        options={LeadStatus.options.map((value) => ({
          value,
          label: t(`campaigns.leadStatus.${value}`),
        }))}
        onChoose={(status) => narrow({ status })}
      />
      <FilterMenu
        label={t('leads.fields.campaign')}
        value={filters.campaign_id.value}
        options={(campaigns.value ?? []).map(({ id, name }) => ({
          value: String(id),
          label: name,
        }))}
        onChoose={(campaign_id) => narrow({ campaign_id })}
      />
    </>
  )
}

/** Nobody to call yet; without a campaign there is nothing to add them to. */
function NoLeads({ model, buttons }: PartProps & { readonly buttons: ComponentChildren }) {
  const hasNone = model.campaigns.value?.length === 0
  return (
    <Empty
      icon={LeadIcon}
      title={t('leads.empty')}
      actions={
        hasNone ? <LinkButton href="/app/campaigns/new">{t('campaigns.add')}</LinkButton> : buttons
      }
    >
      <p>{hasNone ? t('leads.noCampaign') : t('leads.emptyHint')}</p>
    </Empty>
  )
}
