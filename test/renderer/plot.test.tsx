import { expect, test, vi } from 'vitest'
import { Plot } from '../../renderer/ui/plot.tsx'
import { namedDays, roundSteps, stepsAround, stepsTo } from '../../renderer/ui/plot-axis.ts'
import type { Drawing } from '../../renderer/ui/plot-drawing.ts'
import { draw } from './render.tsx'

const drawings: Drawing[] = []

// Drawing needs a canvas, so it is covered by the browser tests.
vi.mock('../../renderer/ui/plot-drawing.ts', () => ({
  draw: (_host: HTMLElement, drawing: Drawing) => {
    drawings.push(drawing)
    return {
      columnOf: (index: number) => ({ center: index * 10, width: 10 }),
      indexAt: () => 1,
      resize: () => undefined,
      remove: () => undefined,
    }
  },
}))

const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21']
const SERIES = [
  { name: 'Website', values: [3, 0, 12] },
  { name: 'API', values: [null, 2, 1] },
]

function plot(change: Partial<Parameters<typeof Plot>[0]> = {}) {
  return draw(
    <Plot
      title="Conversations"
      kind="bars"
      days={DAYS}
      series={SERIES}
      format={(value) => `${value} chats`}
      summary="18"
      empty="Nothing yet."
      {...change}
    />,
  )
}

const cells = (row: Element) => [...row.children].map(({ textContent }) => textContent)

test('the table has the same values as the chart, newest first, and is always present', async () => {
  const { getByRole } = plot()
  const table = getByRole('table', { name: 'Conversations' })
  expect([...table.querySelectorAll('tr')].map(cells)).toEqual([
    ['Day', 'Website', 'API'],
    ['Sat, November 21', '12 chats', '1 chats'],
    ['Fri, November 20', '0 chats', '2 chats'],
    ['Thu, November 19', '3 chats', '–'],
  ])
  await vi.waitFor(() => expect(drawings).toHaveLength(1))
  expect(drawings[0]!.series.map(({ values }) => values)).toEqual(SERIES.map((s) => s.values))
  expect(drawings[0]!.series.map(({ tone }) => tone)).toEqual([1, 2])
})

test('a button switches between chart and table', async () => {
  const { user, getByRole, queryByRole } = plot()
  await user.click(getByRole('button', { name: 'Show as table' }))
  expect(queryByRole('slider')).toBeNull()
  expect(getByRole('group', { name: 'Conversations' })).toBeDefined()
  await user.click(getByRole('button', { name: 'Show as chart' }))
  expect(getByRole('slider')).toBeDefined()
})

test('the arrow keys move along the days, and each day announces its values', async () => {
  const onChoose = vi.fn()
  const { user, getByRole } = plot({ onChoose })
  const cursor = getByRole('slider', { name: 'Conversations: day' })
  const said = () => cursor.getAttribute('aria-valuetext')
  expect(said()).toBe('Sat, November 21: Website 12 chats, API 1 chats')
  cursor.focus()
  await user.keyboard('{ArrowLeft}')
  expect(said()).toBe('Fri, November 20: Website 0 chats, API 2 chats')
  await user.keyboard('{Home}')
  expect(said()).toBe('Thu, November 19: Website 3 chats, API no data')
  await user.keyboard('{ArrowLeft}{Enter}')
  expect(onChoose).toHaveBeenCalledWith(0)
  await user.keyboard('{End}')
  expect(said()).toContain('Sat, November 21')
})

test('when all values are 0 it says so, with neither chart nor table', () => {
  const { queryByRole, getByText } = plot({ series: [{ name: 'A', values: [0, null, 0] }] })
  expect(getByText('Nothing yet.')).toBeDefined()
  expect(queryByRole('slider')).toBeNull()
  expect(queryByRole('table')).toBeNull()
})

test('axes have round ticks', () => {
  expect(roundSteps(0, true)).toEqual([0, 1])
  expect(roundSteps(1, true)).toEqual([0, 1])
  expect(roundSteps(3, true)).toEqual([0, 1, 2, 3])
  expect(roundSteps(10, true)).toEqual([0, 3, 6, 9, 12])
  expect(roundSteps(1234, true)).toEqual([0, 500, 1000, 1500])
  expect(roundSteps(0.3, false)).toEqual([0, 0.1, 0.2, 0.3])
  expect(stepsTo(1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
  expect(stepsTo(5)).toEqual([0, 1, 2, 3, 4, 5])
})

test('a logarithmic axis spans the values with few ticks', () => {
  const steps = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000]
  expect(stepsAround([4, 20], steps)).toEqual([3, 10, 30])
  expect(stepsAround([10], steps)).toEqual([3, 10])
  expect(stepsAround([0.5, 99_999], steps).at(-1)).toBe(10_000)
  const wide = stepsAround([2, 9000], steps)
  expect(wide.length).toBeLessThanOrEqual(6)
  expect(wide[0]).toBeLessThanOrEqual(2)
  expect(wide.at(-1)).toBeGreaterThanOrEqual(9000)
})

test('as many days are labelled as fit, always including the last', () => {
  expect(namedDays(7, 640)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(namedDays(30, 320)).toEqual([5, 11, 17, 23, 29])
  expect(namedDays(1, 20)).toEqual([0])
})
