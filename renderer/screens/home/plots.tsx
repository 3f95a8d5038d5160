import type { Home } from '#contracts/home.ts'
import { formatCompact, formatMoney, formatNumber, formatShare } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { Plot } from '../../ui/plot.tsx'
import { aiShareOf, averageOf, chatsOf, costOf, formatSum, talksOf } from './sums.ts'
import { WAITING_STEPS, waitingTime } from './waiting-time.ts'

type Day = Home['days'][number]

interface PlotsProps {
  readonly home: Home
  readonly onOpen: (url: string) => void
}

/** Plots of the daily numbers. */
export function Plots({ home, onOpen }: PlotsProps) {
  const { days: all, period } = home
  const days = all.map(({ day }) => day)
  const values = (of: (day: Day) => number | null) => all.map(of)
  const openDay = (path: string) => (index: number) => {
    const day = days[index]
    if (day) onOpen(`/app/${path}?date_from=${day}&date_to=${day}`)
  }
  const average = averageOf(period)
  const share = aiShareOf(period)
  const isNarrow = period.spent === null

  return (
    <div class="plots home-plots">
      <Plot
        level={3}
        title={t('home.plots.conversations')}
        kind="bars"
        days={days}
        series={[
          {
            name: t('home.plots.types.widget'),
            values: values((day) => day.conversations.widget),
            tone: 1,
          },
          {
            name: t('home.plots.types.messenger'),
            values: values((day) => day.conversations.messenger),
            tone: 4,
          },
          {
            name: t('home.plots.types.api'),
            values: values((day) => day.conversations.api),
            tone: 3,
          },
          {
            name: t('home.plots.types.test'),
            values: values((day) => day.conversations.test),
            tone: 6,
          },
        ]}
        format={formatNumber}
        axis={formatCompact}
        summary={formatNumber(chatsOf(period))}
        empty={t('home.plots.noConversations')}
        onChoose={openDay('conversations')}
      />
      <Plot
        level={3}
        title={t('home.plots.firstAnswer')}
        kind="line"
        days={days}
        series={[
          { name: t('home.plots.half'), values: values((day) => day.first_answer_p50_ms), tone: 1 },
          { name: t('home.plots.nine'), values: values((day) => day.first_answer_p90_ms), tone: 3 },
        ]}
        format={waitingTime}
        steps={WAITING_STEPS}
        {...(period.first_answer_p50_ms !== null && {
          summary: t('home.plots.halfWithin', { time: waitingTime(period.first_answer_p50_ms) }),
        })}
        empty={t('home.plots.noFirstAnswer')}
      />
      <Plot
        level={3}
        title={t('home.plots.aiShare')}
        kind="area"
        days={days}
        series={[{ name: t('home.plots.aiShareSeries'), values: values(aiShareOf), tone: 2 }]}
        format={formatShare}
        max={1}
        {...(share !== null && { summary: formatShare(share) })}
        empty={t('home.plots.noAiShare')}
      />
      <Plot
        level={3}
        title={t('home.plots.cost')}
        kind="bars"
        days={days}
        series={[
          { name: t('home.plots.models'), values: values((day) => day.cost), tone: 2 },
          ...(isNarrow
            ? []
            : [
                { name: t('home.plots.calls'), values: values((day) => day.spent!.call), tone: 1 },
                { name: t('home.plots.sms'), values: values((day) => day.spent!.sms), tone: 3 },
                {
                  name: t('home.plots.types.messenger'),
                  values: values((day) => day.spent!.messenger),
                  tone: 4,
                },
              ]),
        ]}
        format={formatMoney}
        summary={formatSum(costOf(period))}
        empty={t('home.plots.noCost')}
        onChoose={() => onOpen('/app/balance')}
      />
      <Plot
        level={3}
        title={t('home.plots.satisfaction')}
        kind="line"
        days={days}
        series={[{ name: t('home.plots.stars'), values: values(averageOf), tone: 3 }]}
        format={formatNumber}
        max={5}
        {...(average !== null && { summary: t('home.stars', { average: formatNumber(average) }) })}
        empty={t('home.plots.noRatings')}
      />
      <Plot
        level={3}
        title={t('home.plots.phone')}
        kind="bars"
        days={days}
        series={[
          {
            name: t('home.plots.callTypes.inbound'),
            values: values((day) => day.calls.inbound),
            tone: 1,
          },
          {
            name: t('home.plots.callTypes.outbound'),
            values: values((day) => day.calls.outbound),
            tone: 4,
          },
          { name: t('home.plots.callTypes.web'), values: values((day) => day.calls.web), tone: 3 },
          {
            name: t('home.plots.callTypes.sandbox'),
            values: values((day) => day.calls.sandbox),
            tone: 6,
          },
        ]}
        format={formatNumber}
        axis={formatCompact}
        summary={formatNumber(talksOf(period))}
        empty={t('home.plots.noCalls')}
        onChoose={openDay('calls')}
      />
    </div>
  )
}
