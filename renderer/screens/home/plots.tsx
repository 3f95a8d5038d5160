import type { Home } from '#contracts/home.ts'
import { formatCompact, formatMoney, formatNumber, formatShare } from '../../texts/format.ts'
import { homeTexts } from '../../texts/home.ts'
import { Plot } from '../../ui/plot.tsx'
import { aiShareOf, averageOf, chatsOf, costOf, formatSum, talksOf } from './sums.ts'
import { WAITING_STEPS, waitingTime } from './waiting-time.ts'

const t = homeTexts.plots

type Day = Home['days'][number]

interface PlotsProps {
  readonly home: Home
  readonly onOpen: (url: string) => void
}

/** The numbers of each day. */
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
    <div class="home-plots">
      <Plot
        level={3}
        title={t.conversations}
        kind="bars"
        days={days}
        series={[
          { name: t.types.widget, values: values((day) => day.conversations.widget), tone: 1 },
          {
            name: t.types.messenger,
            values: values((day) => day.conversations.messenger),
            tone: 4,
          },
          { name: t.types.api, values: values((day) => day.conversations.api), tone: 3 },
          { name: t.types.test, values: values((day) => day.conversations.test), tone: 6 },
        ]}
        format={formatNumber}
        axis={formatCompact}
        summary={formatNumber(chatsOf(period))}
        empty={t.noConversations}
        onChoose={openDay('conversations')}
      />
      <Plot
        level={3}
        title={t.firstAnswer}
        kind="line"
        days={days}
        series={[
          { name: t.half, values: values((day) => day.first_answer_p50_ms), tone: 1 },
          { name: t.nine, values: values((day) => day.first_answer_p90_ms), tone: 3 },
        ]}
        format={waitingTime}
        steps={WAITING_STEPS}
        {...(period.first_answer_p50_ms !== null && {
          summary: t.halfWithin(waitingTime(period.first_answer_p50_ms)),
        })}
        empty={t.noFirstAnswer}
      />
      <Plot
        level={3}
        title={t.aiShare}
        kind="area"
        days={days}
        series={[{ name: t.aiShareSeries, values: values(aiShareOf), tone: 2 }]}
        format={formatShare}
        max={1}
        {...(share !== null && { summary: formatShare(share) })}
        empty={t.noAiShare}
      />
      <Plot
        level={3}
        title={t.cost}
        kind="bars"
        days={days}
        series={[
          { name: t.models, values: values((day) => day.cost), tone: 2 },
          ...(isNarrow
            ? []
            : [
                { name: t.calls, values: values((day) => day.spent!.call), tone: 1 },
                { name: t.sms, values: values((day) => day.spent!.sms), tone: 3 },
              ]),
        ]}
        format={formatMoney}
        summary={formatSum(costOf(period))}
        empty={t.noCost}
        onChoose={() => onOpen('/app/balance')}
      />
      <Plot
        level={3}
        title={t.satisfaction}
        kind="line"
        days={days}
        series={[{ name: t.stars, values: values(averageOf), tone: 3 }]}
        format={formatNumber}
        max={5}
        {...(average !== null && { summary: homeTexts.stars(formatNumber(average)) })}
        empty={t.noRatings}
      />
      <Plot
        level={3}
        title={t.phone}
        kind="bars"
        days={days}
        series={[
          { name: t.callTypes.inbound, values: values((day) => day.calls.inbound), tone: 1 },
          { name: t.callTypes.outbound, values: values((day) => day.calls.outbound), tone: 4 },
          { name: t.callTypes.web, values: values((day) => day.calls.web), tone: 3 },
        ]}
        format={formatNumber}
        axis={formatCompact}
        summary={formatNumber(talksOf(period))}
        empty={t.noCalls}
        onChoose={openDay('calls')}
      />
    </div>
  )
}
