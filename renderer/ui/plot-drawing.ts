import './plot-locale.ts'
import 'uplot/dist/uPlot.min.css'
import Uplot from 'uplot'
import { namedDays, roundSteps, stepsAround, stepsTo } from './plot-axis.ts'

/** Input for drawing a plot; the component around it renders the texts. */
export interface Drawing {
  readonly kind: 'line' | 'area' | 'bars'
  readonly dayNames: readonly string[]
  readonly series: readonly { readonly values: readonly (number | null)[]; readonly tone: number }[]
  readonly axis: (value: number) => string
  readonly steps: readonly number[] | undefined
  readonly max: number | undefined
}

/** A drawn plot. Positions are CSS pixels from the left edge of its host. */
export interface Drawn {
  /** Centre and width of a day's column. */
  columnOf(index: number): { readonly center: number; readonly width: number }
  /** The day at a position. */
  indexAt(x: number): number
  resize(width: number, height: number): void
  remove(): void
}

/** Draws a plot into its host, in the host's current colours and direction. */
export function draw(host: HTMLElement, drawing: Drawing): Drawn {
  const { kind, dayNames, series, axis, steps } = drawing
  const count = dayNames.length
  const colours = coloursOf(host)
  const isRtl = getComputedStyle(host).direction === 'rtl'
  const stacked = kind === 'bars' ? stack(series) : series
  const known = stacked.flatMap(({ values }) => values.filter((value) => value !== null))
  const marks = marksOf(drawing, known)
  const place = steps ? (value: number) => Math.log10(Math.max(value, marks[0]!)) : (v: number) => v
  const font = `11px ${getComputedStyle(host).fontFamily}`
  const line = { stroke: colours.words, font, ticks: { show: false }, gap: 6 }

  const plot = new Uplot(
    {
      width: host.clientWidth,
      height: host.clientHeight,
      padding: [8, isRtl ? 2 : 20, 0, isRtl ? 20 : 2],
      cursor: { show: false },
      legend: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: {
        x: { time: false, range: [-0.5, count - 0.5], dir: isRtl ? -1 : 1 },
        y: { range: [place(marks[0]!), place(marks.at(-1)!)] },
      },
      axes: [
        {
          ...line,
          size: 26,
          grid: { show: false },
          splits: ({ bbox }) => namedDays(count, bbox.width / devicePixelRatio),
          values: (_, splits) => splits.map((index) => dayNames[index] ?? ''),
        },
        {
          ...line,
          side: isRtl ? 1 : 3,
          size: (_, names) => 10 + 6.6 * Math.max(2, ...(names ?? []).map(({ length }) => length)),
          grid: { stroke: colours.grid, width: 1 },
          splits: () => marks.map(place),
          values: () => marks.map(axis),
        },
      ],
      series: [
        {},
        ...stacked.map(({ tone }, index) => seriesOf(kind, colours.tone(tone), index, count)),
      ],
    },
    [
      dayNames.map((_, index) => index),
      ...stacked.map(({ values }) => values.map((value) => (value === null ? null : place(value)))),
    ],
    host,
  )

  return {
    columnOf(index) {
      const left = plot.over.offsetLeft
      const at = (x: number) => left + plot.valToPos(x, 'x')
      return { center: at(index), width: Math.abs(at(index + 0.5) - at(index - 0.5)) }
    },
    indexAt(x) {
      const index = Math.round(plot.posToVal(x - plot.over.offsetLeft, 'x'))
      return Math.min(count - 1, Math.max(0, index))
    },
    resize: (width, height) => plot.setSize({ width, height }),
    remove: () => plot.destroy(),
  }
}

/** Ticks of the value axis. */
function marksOf({ steps, max }: Drawing, known: readonly number[]): number[] {
  if (steps) return stepsAround(known.length > 0 ? known : [steps[0]!], steps)
  if (max !== undefined) return stepsTo(max)
  return roundSteps(Math.max(0, ...known), known.every(Number.isInteger))
}

/** Stacked bars: the tallest is drawn first, the others over it. */
function stack(series: Drawing['series']): Drawing['series'] {
  const sums = new Map<number, number>()
  return series
    .map(({ values, tone }) => ({
      tone,
      values: values.map((value, index) => {
        const sum = (sums.get(index) ?? 0) + (value ?? 0)
        sums.set(index, sum)
        return value === null && sum === 0 ? null : sum
      }),
    }))
    .reverse()
}

/** Dashes distinguish crossing lines by more than colour. */
const DASHES = [[], [6, 4], [2, 3], [10, 4, 2, 4]]

function seriesOf(
  kind: Drawing['kind'],
  colour: string,
  index: number,
  count: number,
): Uplot.Series {
  if (kind === 'bars') {
    return {
      fill: colour,
      width: 0,
      points: { show: false },
      paths: Uplot.paths.bars!({ size: [0.7, 30, 2], radius: count > 45 ? 0 : 0.15 }),
    }
  }
  return {
    stroke: colour,
    width: 2,
    dash: DASHES[index % DASHES.length]!,
    // Otherwise a single day between unknown ones would be an invisible line of length zero.
    points: { show: true, size: count > 45 ? 3 : 5, fill: colour, width: 0 },
    ...(kind === 'area' && { fill: `color-mix(in srgb, ${colour} 16%, transparent)` }),
  }
}

/** A custom property may hold `light-dark()`: only a computed colour gives its value. */
function coloursOf(host: HTMLElement) {
  const probe = document.createElement('span')
  host.append(probe)
  const read = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const tones = Array.from({ length: 6 }, (_, index) => read(`--plot-${index + 1}`))
  const colours = { words: read('--ink-faint'), grid: read('--line') }
  probe.remove()
  return { ...colours, tone: (tone: number) => tones[(tone - 1) % tones.length]! }
}
