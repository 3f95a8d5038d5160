import '../../records/records.css'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Campaign } from '#contracts/campaigns.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Page, PageHead } from '../../../ui/display.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { CampaignIcon } from '../../../ui/icons-work.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { useListKeys } from '../../records/use-list-keys.ts'
import { StatusBadge } from '../status-badge.tsx'
import { type CampaignsModel, createCampaignsModel } from './model.ts'

const COLUMNS: readonly Column<Campaign>[] = [
  {
    key: 'name',
    title: t('campaigns.fields.name'),
    isPrimary: true,
    canHide: false,
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    key: 'status',
    title: t('campaigns.fields.status'),
    cell: (campaign) => <StatusBadge campaign={campaign} />,
  },
  {
    key: 'open',
    title: t('campaigns.fields.open'),
    cell: ({ open_leads_count, leads_count }) =>
      t('campaigns.openOf', {
        open: formatNumber(open_leads_count),
        all: formatNumber(leads_count),
      }),
  },
  {
    key: 'created',
    title: t('campaigns.fields.created'),
    cell: ({ created_at }) => <Time at={created_at} />,
  },
]

/** The account's campaigns. */
export function Campaigns({ desk }: ScreenProps) {
  const model = useModel(() => createCampaignsModel(desk))
  useEffect(() => void model.load(), [model])
  const { route } = useLocation()
  const add = () => route('/app/campaigns/new')
  const root = useListKeys(desk, add)
  return (
    <Page>
      <PageHead title={t('campaigns.title')} lead={t('campaigns.lead')}>
        {desk.session.may('outreach') && (
          <Button kind="primary" icon={PlusIcon} onClick={add}>
            {t('campaigns.add')}
          </Button>
        )}
      </PageHead>
      <div class="records" ref={root}>
        <List model={model} canAdd={desk.session.may('outreach')} onAdd={add} />
      </div>
    </Page>
  )
}

interface ListProps {
  readonly model: CampaignsModel
  readonly canAdd: boolean
  readonly onAdd: () => void
}

function List({ model: { campaigns, error, load }, canAdd, onAdd }: ListProps) {
  if (!campaigns.value) {
    return error.value ? (
      <ErrorState title={t('campaigns.failed')} onRetry={() => void load()}>
        <p>{error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('campaigns.loading')} rows={4} />
    )
  }
  if (campaigns.value.length === 0) {
    return (
      <Empty
        icon={CampaignIcon}
        title={t('campaigns.empty')}
        actions={
          canAdd && (
            <Button icon={PlusIcon} onClick={onAdd}>
              {t('campaigns.add')}
            </Button>
          )
        }
      >
        <p>{t('campaigns.emptyHint')}</p>
      </Empty>
    )
  }
  return (
    <DataTable
      label={t('campaigns.title')}
      columns={COLUMNS}
      rows={campaigns.value}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      hrefOf={({ id }) => `/app/campaigns/${id}`}
    />
  )
}
