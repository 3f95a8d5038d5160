import { longDay } from '../format/days.ts'
import { t } from '../locales/translate.ts'

export interface PlotSeries {
  readonly name: string
  /** Null if unknown. */
  readonly values: readonly (number | null)[]
  /** 1 to 6: `--plot-1`…; defaults to the position. */
  readonly tone?: number
}

interface PlotTableProps {
  readonly title: string
  readonly days: readonly string[]
  readonly series: readonly PlotSeries[]
  readonly format: (value: number) => string
  readonly isHidden: boolean
}

/** The data of a plot, newest first; always available to screen readers. */
export function PlotTable({ title, days, series, format, isHidden }: PlotTableProps) {
  const rows = days.map((day, index) => ({ day, index })).reverse()
  return (
    <div
      class={isHidden ? 'visually-hidden' : 'plot-table'}
      {...(!isHidden && { role: 'group', 'aria-label': title, tabIndex: 0 })}
    >
      <table>
        <caption class={isHidden ? undefined : 'visually-hidden'}>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('plot.day')}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, index }) => (
            <tr key={day}>
              <th scope="row">{longDay(day)}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{wordsFor(values[index], format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Formats a value for display; an en dash if it is unknown. */
export const wordsFor = (
  value: number | null | undefined,
  format: (value: number) => string,
): string => (value === null || value === undefined ? '–' : format(value))
