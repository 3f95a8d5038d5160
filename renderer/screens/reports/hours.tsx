import type { Report } from '#contracts/reports.ts'
import { hourName, weekdayName } from '../../format/days.ts'
import { formatNumber } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { listOf } from './model.ts'

/** Anything that scrolls must be reachable by keyboard. */
const SCROLLING = { role: 'group', 'aria-labelledby': 'reports-hours', tabIndex: 0 } as const

/** Conversations by weekday and hour: a table whose cells are the darker the more they count. */
export function Hours({ report }: { readonly report: Report }) {
  const most = Math.max(1, ...report.hours.flat())
  return (
    <section class="plot report-hours" aria-labelledby="reports-hours">
      <header class="plot-head">
        <div>
          <h2 id="reports-hours">{t('reports.hours')}</h2>
          <p class="plot-note">
            {t('reports.hoursHint', { timezone: report.filter.timezone ?? 'UTC' })}
          </p>
        </div>
      </header>
      <div class="report-hours-scroll" {...SCROLLING}>
        <table>
          <caption class="visually-hidden">{t('reports.hours')}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">{t('reports.by.weekday')}</span>
              </th>
              {report.hours[0]!.map((_, hour) => (
                <th key={hour} scope="col" title={hourName(hour)}>
                  {formatNumber(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.hours.map((counts, index) => {
              const weekday = String(index + 1)
              return (
                <tr key={weekday}>
                  <th scope="row">{weekdayName(index + 1)}</th>
                  {counts.map((count, hour) => (
                    <td key={hour} style={{ '--share': count / most }}>
                      {count > 0 && (
                        <a
                          href={listOf(
                            report.filter,
                            { started_weekday: weekday, started_hour: String(hour) },
                            'conversations',
                          )}
                        >
                          {formatNumber(count)}
                        </a>
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
