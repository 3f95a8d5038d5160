import type { Report, ReportDay } from '#contracts/reports.ts'
import { formatCompact, formatNumber } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { Plot } from '../../ui/plot.tsx'
import { WAITING_STEPS, waitingTime } from '../home/waiting-time.ts'
import { listOf } from './model.ts'

interface PlotsProps {
  readonly report: Report
  readonly onOpen: (url: string) => void
}

/** Conversations and first replies by day. A click opens the conversations of a day. */
export function Plots({ report, onOpen }: PlotsProps) {
  const { days, days_before: before, filter, total } = report
  const values = (of: (day: ReportDay) => number | null) => days.map(of)
  const open = (counted: 'conversations' | 'replied') => (index: number) => {
    const day = days[index]?.day
    if (day) onOpen(listOf(filter, { started_from: day, started_to: day }, counted))
  }
  const { first_reply_p50_ms: median } = total.period
  return (
    <div class="plots report-plots">
      <Plot
        title={t('reports.measures.conversations')}
        kind="line"
        days={days.map(({ day }) => day)}
        series={[
          { name: t('reports.thisPeriod'), values: values((day) => day.conversations), tone: 1 },
          ...(before.length > 0
            ? [
                {
                  name: t('reports.periodBefore'),
                  values: days.map((_, index) => before[index]?.conversations ?? null),
                  tone: 6,
                },
              ]
            : []),
        ]}
        format={formatNumber}
        axis={formatCompact}
        summary={formatNumber(total.period.counts.conversations)}
        empty={t('reports.empty')}
        onChoose={open('conversations')}
      />
      <Plot
        title={t('reports.measures.replied')}
        kind="line"
        days={days.map(({ day }) => day)}
        series={[
          { name: t('reports.anyReply'), values: values((day) => day.first_reply_p50_ms), tone: 1 },
          {
            name: t('reports.personReply'),
            values: values((day) => day.person_reply_p50_ms),
            tone: 3,
          },
        ]}
        format={waitingTime}
        steps={WAITING_STEPS}
        {...(median !== null && { summary: t('reports.median', { time: waitingTime(median) }) })}
        empty={t('reports.noReplies')}
        onChoose={open('replied')}
      />
    </div>
  )
}
