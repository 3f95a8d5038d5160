import { beforeEach, expect, test, vi } from 'vitest'

const { notes } = vi.hoisted(() => ({ notes: [] as { title: string; click: () => void }[] }))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({
    Notification: class {
      static isSupported: () => boolean = () => true
      readonly #title: string
      #click: () => void = () => undefined
      constructor({ title }: { title: string }) {
        this.#title = title
      }
      on(event: string, listener: () => void) {
        if (event === 'click') this.#click = listener
      }
      show() {
        notes.push({ title: this.#title, click: this.#click })
      }
    },
  })
})

const { createTellUpdates } = await import('../../electron/update-notifier.ts')

const READY = {
  step: 'ready',
  news: { version: '2.0.0', notes: 'New', place: 'https://example.com/a' },
} as const

beforeEach(() => void notes.splice(0))

function scene(isHome: boolean) {
  const notify = vi.fn()
  const showCard = vi.fn()
  return { notify, showCard, told: createTellUpdates({ isHome: () => isHome, notify, showCard }) }
}

test('this computer’s pages are told about every step of an update', () => {
  const { notify, told } = scene(true)
  told({ step: 'looking' })
  told(READY)
  expect(notify.mock.calls).toEqual([[{ step: 'looking' }], [READY]])
  expect(notes).toEqual([])
})

test('when a remote page is shown, the system announces a ready version once, and a click leads home', () => {
  const { notify, showCard, told } = scene(false)
  told({ step: 'downloading', news: READY.news, progress: 0.5 })
  told(READY)
  told(READY)
  expect([notify.mock.calls, notes.map(({ title }) => title)]).toEqual([
    [],
    ['Parley 2.0.0 is ready to install'],
  ])
  notes[0]!.click()
  expect(showCard).toHaveBeenCalledOnce()
})

test('L19 when a remote page is shown, the system announces an outdated feed once', () => {
  const { showCard, told } = scene(false)
  told({ step: 'failed', problem: 'unreachable' })
  told({ step: 'failed', problem: 'outdated' })
  told({ step: 'failed', problem: 'outdated' })
  expect(notes.map(({ title }) => title)).toEqual(['The update feed is out of date'])
  notes[0]!.click()
  expect(showCard).toHaveBeenCalledOnce()
})
