import '../../records/records.css'
import '../campaigns.css'
import { useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import type { Campaign, CampaignStatistics } from '#contracts/campaigns.ts'
import type { ScreenProps } from '../../../app/screen.ts'
import { formatMoney, formatNumber, formatShare } from '../../../format/numbers.ts'
import { t, tIfKnown } from '../../../locales/translate.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Card, Page, PageHead } from '../../../ui/display.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { PlayIcon, StopIcon, TrashIcon } from '../../../ui/icons.tsx'
import { EditIcon } from '../../../ui/icons-work.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import { Stat, Stats } from '../../../ui/stat.tsx'
import { Duration } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { NotThere } from '../../records/not-there.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { type CampaignModel, createCampaignModel } from './model.ts'
import { Plots } from './plots.tsx'
import { StartDialog } from './start-dialog.tsx'

/** A campaign: how far it is, its results, and what starts and stops it. */
export function CampaignRecord({ desk, params }: ScreenProps) {
  const id = Number(params['id'])
  const model = useModel(() => createCampaignModel(desk, id), [id])
  const back = { href: '/app/campaigns', label: t('campaigns.title') }
  const { value: campaign } = model.campaign
  if (!campaign || model.isGone.value) {
    return (
      <Page>
        <PageHead title={t('campaigns.title')} back={back} />
        <NotThere model={model} of="campaigns" />
      </Page>
    )
  }
  return (
    <Page>
      <PageHead title={campaign.name} back={back} aside={<StatusBadge campaign={campaign} />}>
        {desk.session.may('outreach') && <Actions model={model} campaign={campaign} />}
      </PageHead>
      <Progress campaign={campaign} />
      <Results statistics={campaign.statistics} />
      <Plots
        days={campaign.statistics.days}
        hasGoal={campaign.goal_completion_variable !== null}
        onOpen={(day) => {
          const query = new URLSearchParams({
            campaign_id: String(id),
            date_from: day,
            date_to: day,
            timezone: campaign.timezone,
          })
          desk.address.go(`/app/calls?${query}`)
        }}
      />
      <Leads campaign={campaign} leads={campaign.statistics.leads} />
      <Rules campaign={campaign} />
    </Page>
  )
}

interface ActionsProps {
  readonly model: CampaignModel
  readonly campaign: Campaign
}

function Actions({ model, campaign }: ActionsProps) {
  const { route } = useLocation()
  const asked = useSignal<'start' | 'stop' | 'remove' | undefined>(undefined)
  const close = () => {
    asked.value = undefined
  }
  const ask = (what: 'start' | 'stop' | 'remove') => () => {
    asked.value = what
  }
  const isRunning = campaign.status === 'in-progress'
  return (
    <>
      <Button icon={TrashIcon} onClick={ask('remove')}>
        {t('common.delete')}
      </Button>
      <LinkButton icon={EditIcon} href={`/app/campaigns/${campaign.id}/edit`}>
        {t('campaigns.edit')}
      </LinkButton>
      {isRunning ? (
        <Button icon={StopIcon} kind="danger" onClick={ask('stop')}>
          {t('campaigns.stop')}
        </Button>
      ) : (
        <Button icon={PlayIcon} kind="primary" onClick={ask('start')}>
          {t('campaigns.start')}
        </Button>
      )}
      {asked.value === 'start' && (
        <StartDialog model={model} name={campaign.name} onClose={close} />
      )}
      {asked.value === 'stop' && (
        <ConfirmDialog
          title={t('campaigns.stopTitle', { name: campaign.name })}
          confirm={t('campaigns.stop')}
          isDanger
          onConfirm={() => model.set('stop')}
          onClose={close}
        >
          <p>{t('campaigns.stopWords')}</p>
        </ConfirmDialog>
      )}
      {asked.value === 'remove' && (
        <ConfirmDialog
          title={t('campaigns.removeTitle', { name: campaign.name })}
          confirm={t('common.delete')}
          isDanger
          onConfirm={async () => {
            await model.remove()
            route('/app/campaigns')
          }}
          onClose={close}
        >
          <p>{t('campaigns.removeWords')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Progress({
  campaign: { leads_count: all, open_leads_count: open },
}: {
  readonly campaign: Campaign
}) {
  if (all === 0) return <p class="quiet">{t('campaigns.noLeads')}</p>
  return (
    <ProgressBar
      label={t('campaigns.progress')}
      isLabelShown
      value={(all - open) / all}
      note={t('campaigns.openOf', { open: formatNumber(open), all: formatNumber(all) })}
    />
  )
}

function Results({ statistics }: { readonly statistics: CampaignStatistics }) {
  const { calls, answered, voicemails, goals, answer_rate, average_duration, total_cost } =
    statistics
  return (
    <div class="campaign-results">
      <Stats>
        <Stat label={t('campaigns.results.calls')} value={formatNumber(calls)} />
        <Stat
          label={t('campaigns.results.answered')}
          value={formatNumber(answered)}
          note={answer_rate === null ? undefined : formatShare(answer_rate)}
        />
        <Stat label={t('campaigns.results.voicemails')} value={formatNumber(voicemails)} />
        <Stat label={t('campaigns.results.goals')} value={formatNumber(goals)} />
        <Stat
          label={t('campaigns.results.duration')}
          value={
            average_duration === null ? '–' : <Duration seconds={Math.round(average_duration)} />
          }
        />
        <Stat label={t('campaigns.results.cost')} value={formatMoney(total_cost)} />
      </Stats>
    </div>
  )
}

interface LeadsProps {
  readonly campaign: Pick<Campaign, 'id'>
  readonly leads: CampaignStatistics['leads']
}

function Leads({ campaign: { id }, leads }: LeadsProps) {
  const rows = Object.entries(leads)
  const href = `/app/leads?campaign_id=${id}`
  return (
    <Card
      title={t('campaigns.leads')}
      actions={
        <LinkButton size="small" href={href}>
          {rows.length === 0 ? t('campaigns.addLeads') : t('campaigns.showLeads')}
        </LinkButton>
      }
    >
      <Facts
        rows={rows.map(([status, count]) => [
          tIfKnown('campaigns.leadStatus', status) ?? status,
          <a key={status} href={`${href}&status=${status}`}>
            {formatNumber(count)}
          </a>,
        ])}
      />
    </Card>
  )
}

function Rules({ campaign }: { readonly campaign: Campaign }) {
  const { allowed_hours_start_time: start, allowed_hours_end_time: end } = campaign
  return (
    <Card title={t('campaigns.rules')}>
      <Facts
        rows={[
          [
            t('campaigns.sections.hours'),
            `${start.slice(0, 5)}–${end.slice(0, 5)}, ${campaign.timezone}`,
          ],
          [
            t('campaigns.fields.days'),
            campaign.allowed_days.map((day) => t(`campaigns.days.${day}`)).join(', '),
          ],
          [t('campaigns.fields.parallel'), formatNumber(campaign.max_calls_in_parallel)],
          [t('campaigns.fields.retries'), formatNumber(campaign.max_retries)],
          [t('campaigns.fields.interval'), formatNumber(campaign.retry_interval)],
        ]}
      />
    </Card>
  )
}
