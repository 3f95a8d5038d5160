import type { CampaignStatistics } from '#contracts/campaigns.ts'
import { formatCompact, formatMoney, formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Plot } from '../../../ui/plot.tsx'

type Days = CampaignStatistics['days']

interface PlotsProps {
  readonly days: Days
  /** True if the campaign has a goal. */
  readonly hasGoal: boolean
  /** Opens the calls of a day. */
  readonly onOpen: (day: string) => void
}

/** Results of a campaign over its days; nothing before its first call. */
export function Plots({ days: all, hasGoal, onOpen }: PlotsProps) {
  if (all.length === 0) return null
  const days = all.map(({ day }) => day)
  const values = (of: (day: Days[number]) => number) => all.map(of)
  const onChoose = (index: number) => {
    const day = days[index]
    if (day) onOpen(day)
  }
  return (
    <div class="plots campaign-plots">
      <Plot
        level={2}
        title={t('campaigns.plots.calls')}
        kind="bars"
        days={days}
        series={[
          { name: t('campaigns.results.answered'), values: values((day) => day.answered), tone: 1 },
          {
            name: t('campaigns.results.voicemails'),
            values: values((day) => day.voicemails),
            tone: 3,
          },
          {
            name: t('campaigns.plots.unanswered'),
            values: values(({ calls, answered, voicemails }) => calls - answered - voicemails),
            tone: 6,
          },
        ]}
        format={formatNumber}
        axis={formatCompact}
        empty={t('campaigns.plots.none')}
        onChoose={onChoose}
      />
      {hasGoal && (
        <Plot
          level={2}
          title={t('campaigns.results.goals')}
          kind="bars"
          days={days}
          series={[
            { name: t('campaigns.results.goals'), values: values((day) => day.goals), tone: 4 },
          ]}
          format={formatNumber}
          axis={formatCompact}
          empty={t('campaigns.plots.noGoals')}
          onChoose={onChoose}
        />
      )}
      <Plot
        level={2}
        title={t('campaigns.results.cost')}
        kind="bars"
        days={days}
        series={[
          { name: t('campaigns.results.cost'), values: values(({ cost }) => cost), tone: 2 },
        ]}
        format={formatMoney}
        empty={t('campaigns.plots.noCost')}
        onChoose={onChoose}
      />
    </div>
  )
}
