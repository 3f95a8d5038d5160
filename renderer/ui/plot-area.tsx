import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { longDay, shortDay } from '../format/days.ts'
import { t } from '../locales/translate.ts'
import type { Drawn } from './plot-drawing.ts'
import { type PlotSeries, wordsFor } from './plot-table.tsx'
import { useColourChange } from './use-colour-change.ts'

/** Data of a plot or its table. */
export interface PlotData {
  readonly title: string
  readonly kind: 'line' | 'area' | 'bars'
  /** `YYYY-MM-DD`, ascending, one per value. */
  readonly days: readonly string[]
  readonly series: readonly PlotSeries[]
  /** Formats a value. */
  readonly format: (value: number) => string
  /** Formats a value on the axis; default: `format`. */
  readonly axis?: ((value: number) => string) | undefined
  /** Ticks of a logarithmic axis; linear if omitted. */
  readonly steps?: readonly number[] | undefined
  /** Maximum of the axis, if it does not follow from the values. */
  readonly max?: number | undefined
  /** Called for a click on a day, or Enter at the cursor. */
  readonly onChoose?: ((index: number) => void) | undefined
}

/** The drawing and its cursor, moved by pointer and arrow keys. */
export function PlotArea({ data }: { readonly data: PlotData }) {
  const { title, days, series, format, onChoose } = data
  const host = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn | undefined>(undefined)
  const isReady = useSignal(false)
  const isBroken = useSignal(false)
  const cursor = useSignal<number | undefined>(undefined)
  const colours = useColourChange()

  useEffect(() => {
    const element = host.current!
    let isOver = false
    const observer = new ResizeObserver(() => {
      drawn.current?.resize(element.clientWidth, element.clientHeight)
    })
    import('./plot-drawing.ts').then(
      ({ draw }) => {
        if (isOver) return
        drawn.current = draw(element, {
          ...data,
          axis: data.axis ?? format,
          steps: data.steps,
          max: data.max,
          dayNames: days.map(shortDay),
          series: series.map(({ values, tone }, index) => ({ values, tone: tone ?? index + 1 })),
        })
        observer.observe(element)
        isReady.value = true
      },
      (error: unknown) => {
        console.error(error)
        isBroken.value = true
      },
    )
    return () => {
      isOver = true
      observer.disconnect()
      drawn.current?.remove()
      drawn.current = undefined
    }
  }, [data.kind, colours.value, JSON.stringify([days, series])])

  const last = days.length - 1
  const at = Math.min(cursor.value ?? last, last)

  function point(event: PointerEvent): void {
    const left = host.current!.getBoundingClientRect().left
    cursor.value = drawn.current?.indexAt(event.clientX - left)
  }

  function key(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      onChoose?.(at)
      return
    }
    const next = targetOf(event, at, last)
    if (next === undefined && event.key !== 'Escape') return
    event.preventDefault()
    cursor.value = next
  }

  return (
    <div class="plot-area">
      <div
        class="plot-canvas"
        ref={host}
        role="slider"
        tabIndex={0}
        aria-label={t('plot.cursor', { title })}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={spoken(data, at)}
        data-choosable={onChoose ? '' : undefined}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) cursor.value = at
        }}
        onBlur={() => {
          cursor.value = undefined
        }}
        onKeyDown={key}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => {
          cursor.value = undefined
        }}
        onClick={() => cursor.value !== undefined && onChoose?.(cursor.value)}
      />
      {!isReady.value && !isBroken.value && (
        <span class="plot-waiting" role="status" aria-label={t('plot.loading')} />
      )}
      {isBroken.value && <p class="plot-empty">{t('plot.failed')}</p>}
      {cursor.value !== undefined && drawn.current && (
        <Tip
          data={data}
          index={at}
          room={host.current!.clientWidth}
          {...drawn.current.columnOf(at)}
        />
      )}
    </div>
  )
}

interface TipProps {
  readonly data: PlotData
  readonly index: number
  /** Width of the plot, px. */
  readonly room: number
  readonly center: number
  readonly width: number
}

/** Values of the day under the cursor. The slider announces the same to screen readers. */
function Tip({ data: { days, series, format }, index, room, center, width }: TipProps) {
  const side =
    center > room / 2
      ? { right: `${room - center + width / 2 + 6}px` }
      : { left: `${center + width / 2 + 6}px` }
  return (
    <>
      <span
        class="plot-column"
        aria-hidden="true"
        style={{ left: `${center - width / 2}px`, width: `${width}px` }}
      />
      <div class="plot-tip" aria-hidden="true" style={side}>
        <strong>{longDay(days[index]!)}</strong>
        {series.map(({ name, values, tone }, position) => (
          <span key={name} class="plot-tip-row">
            <span class="plot-swatch" data-tone={tone ?? position + 1} />
            <span>{name}</span>
            <b>{wordsFor(values[index], format)}</b>
          </span>
        ))}
      </div>
    </>
  )
}

/** A day and its values, as a sentence. */
function spoken({ days, series, format }: PlotData, index: number): string {
  const values = series.map(({ name, values }) => `${name} ${valueOr(values[index], format)}`)
  return `${longDay(days[index] ?? '2000-01-01')}: ${values.join(', ')}`
}

const valueOr = (value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? t('plot.none') : format(value)

function targetOf(event: KeyboardEvent, at: number, last: number): number | undefined {
  const isRtl = getComputedStyle(event.currentTarget as HTMLElement).direction === 'rtl'
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: at + (isRtl ? -1 : 1),
    ArrowLeft: at - (isRtl ? -1 : 1),
    ArrowUp: at + 1,
    ArrowDown: at - 1,
    PageUp: at + 7,
    PageDown: at - 7,
    Home: 0,
    End: last,
  }
  const target = targets[event.key]
  return target === undefined ? undefined : Math.min(last, Math.max(0, target))
}
