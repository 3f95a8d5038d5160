import './plot.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { Button } from './button.tsx'
import { PlotArea, type PlotData } from './plot-area.tsx'
import { PlotTable } from './plot-table.tsx'

interface PlotProps extends PlotData {
  /** Level of the heading. */
  readonly level?: 2 | 3
  /** Total for the whole period, shown next to the title. */
  readonly summary?: string
  /** Secondary text below the title. */
  readonly note?: string
  /** Controls that choose the plot's subject, such as its period. */
  readonly controls?: ComponentChildren
  /** Shown instead of the plot if all values are 0. */
  readonly empty: string
}

/** A plot of daily numbers, also available as a table. */
export function Plot({ level = 2, summary, note, controls, empty, ...data }: PlotProps) {
  const { title, days, series, format } = data
  const isTable = useSignal(false)
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  const isEmpty = series.every(({ values }) => values.every((value) => !value))

  return (
    <section class="plot" aria-labelledby={id}>
      <header class="plot-head">
        <div>
          <Heading id={id}>{title}</Heading>
          {summary !== undefined && !isEmpty && <p class="plot-summary">{summary}</p>}
          {note && <p class="plot-note">{note}</p>}
        </div>
        {controls}
        {!isEmpty && (
          <Button
            kind="quiet"
            size="small"
            aria-pressed={isTable.value}
            aria-describedby={id}
            onClick={() => {
              isTable.value = !isTable.value
            }}
          >
            {isTable.value ? t('plot.showPlot') : t('plot.showTable')}
          </Button>
        )}
      </header>
      {isEmpty ? (
        <div class="plot-area">
          <p class="plot-empty">{empty}</p>
        </div>
      ) : (
        <>
          {!isTable.value && <PlotArea data={data} />}
          <PlotTable
            title={title}
            days={days}
            series={series}
            format={format}
            isHidden={!isTable.value}
          />
        </>
      )}
      {series.length > 1 && !isEmpty && <Legend data={data} />}
    </section>
  )
}

/** Legend of the colours. */
function Legend({ data: { series, kind } }: { readonly data: PlotData }) {
  return (
    <ul class="plot-legend" aria-hidden="true">
      {series.map(({ name, tone }, index) => (
        <li key={name}>
          <span class={`plot-swatch is-${kind}`} data-tone={tone ?? index + 1} />
          {name}
        </li>
      ))}
    </ul>
  )
}
