import { signal } from '@preact/signals'
import { screen } from '@testing-library/preact'
import { expect, onTestFinished, test, vi } from 'vitest'
import { VirtualList, type VirtualListHandle } from '../../renderer/ui/virtual-list.tsx'
import { draw } from './render.tsx'

/** Lays out every row 50 px high and the list 500 px high. */
function layout() {
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get')
  height.mockImplementation(function (this: HTMLElement) {
    return this.classList.contains('virtual-list') ? 500 : 50
  })
  const inner = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500)
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(100_000)
  onTestFinished(() => {
    height.mockRestore()
    inner.mockRestore()
    scroll.mockRestore()
  })
}

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ id: from + index }))
const items = signal(rows(0, 10_000))
const handle: { current: VirtualListHandle | null } = { current: null }
const calls: string[] = []

function Long() {
  return (
    <VirtualList
      label="Numbers"
      items={items.value}
      keyOf={(row) => row.id}
      estimate={() => 50}
      overscan={2}
      handle={handle}
      render={(row) => <button type="button">Row {row.id}</button>}
      onNearStart={() => calls.push('start')}
      onNearEnd={() => calls.push('end')}
    />
  )
}

interface ThreadProps {
  readonly before: { readonly value: readonly { id: number }[] }
  readonly onNearStart: () => void
}

/** A list that opens in the middle and can load more above. */
function Thread({ before, onNearStart }: ThreadProps) {
  return (
    <VirtualList
      label="Thread"
      anchor="end"
      startAt={130}
      items={before.value}
      keyOf={(row) => row.id}
      estimate={() => 50}
      overscan={2}
      handle={handle}
      render={(row) => <button type="button">Row {row.id}</button>}
      onNearStart={onNearStart}
    />
  )
}

const scrollTo = (top: number) => {
  const list = handle.current!.element()!
  list.scrollTop = top
  list.dispatchEvent(new Event('scroll'))
}
const shown = () => screen.getAllByRole('listitem').map((row) => Number(row.dataset['index']))
/** Two frames: the list measures in the first and has rendered the result in the second. */
const settle = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

test('of ten thousand rows only the visible ones are rendered, each with its position and the total', async () => {
  layout()
  items.value = rows(0, 10_000)
  calls.length = 0
  draw(<Long />)
  // Effects run after the rendering frame, on a busy machine well after it.
  await expect.poll(() => calls).toEqual(['start'])
  expect(shown().length).toBeLessThan(20)
  expect(screen.getAllByRole('listitem')[0]!.getAttribute('aria-setsize')).toBe('10000')
  scrollTo(50 * 5000)
  await expect.poll(shown).toContain(5003)
  expect(shown()).not.toContain(0)
  scrollTo(50 * 9995)
  await expect.poll(() => calls).toEqual(['start', 'end'])
})

test('scrolling and measuring render no row again, only new and changed ones', async () => {
  layout()
  items.value = rows(0, 10_000)
  const rendered: number[] = []
  const render = ({ id }: { id: number }) => {
    rendered.push(id)
    return <button type="button">Row {id}</button>
  }
  const Counted = () => (
    <VirtualList
      label="Numbers"
      items={items.value}
      keyOf={(row) => row.id}
      estimate={() => 50}
      overscan={2}
      handle={handle}
      render={render}
    />
  )
  draw(<Counted />)
  await settle()
  scrollTo(100)
  await expect.poll(shown).toContain(13)
  expect(rendered.length).toBe(new Set(rendered).size)
  rendered.length = 0
  items.value = items.value.with(5, { id: 5 })
  await settle()
  expect(rendered).toEqual([5])
})

test('a focused row stays rendered when scrolled out of view', async () => {
  layout()
  items.value = rows(0, 10_000)
  draw(<Long />)
  await settle()
  screen.getByRole('button', { name: 'Row 3' }).focus()
  await settle()
  scrollTo(50 * 5000)
  await expect.poll(shown).toContain(5003)
  expect(document.activeElement?.textContent).toBe('Row 3')
})

test('rows inserted above adjust the scroll position; a row that moves away does not drag the view along', async () => {
  layout()
  items.value = rows(0, 10_000)
  draw(<Long />)
  await settle()
  scrollTo(50 * 100)
  await settle()
  items.value = [{ id: -2 }, { id: -1 }, ...rows(0, 10_000)]
  await expect.poll(() => handle.current!.element()!.scrollTop).toBe(50 * 102)
  scrollTo(50 * 102)
  await settle()
  const first = items.value[102]!
  items.value = [first, ...items.value.filter((row) => row !== first)]
  await settle()
  // The other visible rows have not moved.
  expect(handle.current!.element()!.scrollTop).toBe(50 * 102)
})

test('a thread opens at its row, loads nothing before that, and stays there when rows are inserted above', async () => {
  layout()
  const before = signal(rows(100, 160))
  const asked: string[] = []
  draw(<Thread before={before} onNearStart={() => asked.push('start')} />)
  const list = handle.current!.element()!
  const top = vi.spyOn(list, 'scrollTo')
  await settle()
  expect(asked).toEqual([])
  before.value = rows(40, 160)
  await settle()
  // Row 130 now has index 90.
  expect(top.mock.lastCall?.[0]).toMatchObject({ top: 90 * 50 })
  list.dispatchEvent(new Event('wheel'))
  top.mockClear()
  before.value = rows(0, 160)
  await settle()
  expect(top.mock.calls.filter(([to]) => (to as ScrollToOptions).top === 130 * 50)).toEqual([])
})

test('a thread at its end stays there when a banner or a growing field shortens it', async () => {
  layout()
  const watched: (readonly [Element, () => void])[] = []
  class WatchedObserver {
    readonly #report: ResizeObserverCallback
    constructor(report: ResizeObserverCallback) {
      this.#report = report
    }
    observe(target: Element) {
      const entry = { target } as ResizeObserverEntry
      watched.push([target, () => this.#report([entry], this as unknown as ResizeObserver)])
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', WatchedObserver)
  onTestFinished(() => void vi.unstubAllGlobals())
  draw(
    <VirtualList
      label="Thread"
      anchor="end"
      items={rows(0, 2000)}
      keyOf={(row) => row.id}
      estimate={() => 50}
      handle={handle}
      onAtEnd={() => undefined}
      render={(row) => <p>Row {row.id}</p>}
    />,
  )
  await settle()
  scrollTo(99_500)
  await settle()
  expect(handle.current!.isAtEnd()).toBe(true)

  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  const list = handle.current!.element()
  for (const [target, report] of watched) if (target === list) report()
  await expect.poll(() => handle.current!.isAtEnd()).toBe(true)
})
