import type { Report } from '#contracts/reports.ts'
import { t } from '../../locales/translate.ts'
import { Stat, Stats } from '../../ui/stat.tsx'
import { MEASURES, type Measure } from './measures.ts'
import { listOf } from './model.ts'
import { Change, wordsOf } from './number.tsx'

/** The numbers of the whole period, each with its change and a link to its conversations. */
export function Figures({ report }: { readonly report: Report }) {
  const { filter_before } = report
  const { period, before } = report.total
  /** The conversations behind the value of the period before. */
  const former = ({ counted }: Measure) =>
    filter_before && before && before.counts[counted] > 0
      ? listOf(filter_before, {}, counted)
      : undefined
  return (
    <section aria-labelledby="reports-figures">
      <h2 id="reports-figures" class="visually-hidden">
        {t('reports.figures')}
      </h2>
      <Stats>
        {MEASURES.map((measure) => {
          const count = period.counts[measure.counted]
          return (
            <Stat
              key={measure.key}
              label={measure.title}
              value={<bdi>{wordsOf(measure, measure.valueOf(period))}</bdi>}
              {...(count > 0 && { href: listOf(report.filter, {}, measure.counted) })}
              note={
                <>
                  <span class="report-hint">{measure.hint}</span>
                  {before && (
                    <Change measure={measure} now={period} before={before} href={former(measure)} />
                  )}
                </>
              }
            />
          )
        })}
      </Stats>
    </section>
  )
}
