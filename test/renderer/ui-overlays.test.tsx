import { screen, waitFor } from '@testing-library/preact'
import { useState } from 'preact/hooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createToasts } from '../../renderer/app/toasts.ts'
import { Button } from '../../renderer/ui/button.tsx'
import { ConfirmDialog } from '../../renderer/ui/confirm-dialog.tsx'
import { Dialog } from '../../renderer/ui/dialog.tsx'
import { keyWords } from '../../renderer/ui/key-hint.tsx'
import { place } from '../../renderer/ui/place.ts'
import { Popover } from '../../renderer/ui/popover.tsx'
import { ToastList } from '../../renderer/ui/toast-list.tsx'
import { draw } from './render.tsx'

function Asking({ canDismiss = true }) {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button onClick={() => open(true)}>Ask</Button>
      {isOpen && (
        <Dialog title="A question" canDismiss={canDismiss} onClose={() => open(false)}>
          <Button>Inside</Button>
        </Dialog>
      )}
    </>
  )
}

const cancel = () =>
  screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))

test('a dialog returns focus to what opened it', async () => {
  const { user } = draw(<Asking />)
  const button = screen.getByRole('button', { name: 'Ask' })
  await user.click(button)
  screen.getByRole('dialog', { name: 'A question' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('Escape closes a dialog, but not one that would lose input', async () => {
  const { user } = draw(<Asking />)
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  cancel()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a dialog that must not be dismissed closes only by its buttons', async () => {
  const { user } = draw(<Asking canDismiss={false} />)
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  cancel()
  screen.getByRole('dialog')
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})

test('a dangerous action runs only after its word is typed, and a failure keeps the dialog open', async () => {
  const actions: string[] = []
  const { user } = draw(
    <ConfirmDialog
      title="Delete all?"
      confirm="Delete"
      typed="DELETE"
      isDanger
      onConfirm={async () => {
        actions.push('deleted')
        if (actions.length === 1) throw new Error('The server does not answer.')
      }}
      onClose={() => actions.push('closed')}
    />,
  )
  const button = screen.getByRole('button', { name: 'Delete' })
  expect(button).toHaveProperty('disabled', true)
  await user.type(screen.getByRole('textbox'), 'DELETE')
  await user.click(button)
  await screen.findByText('The server does not answer.')
  expect(actions).toEqual(['deleted'])
  await user.keyboard('{Enter}')
  await user.click(button)
  await waitFor(() => expect(actions).toEqual(['deleted', 'deleted', 'closed']))
})

test('a popover takes focus, and Escape returns it', async () => {
  const { user } = draw(
    <Popover label="Filter" trigger={(props) => <Button {...props}>Filter</Button>}>
      {() => <input aria-label="Country" />}
    </Popover>,
  )
  const button = screen.getByRole('button', { name: 'Filter' })
  await user.click(button)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Country' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('a floating panel is below its anchor, above it when there is no room, and always inside the window', () => {
  const view = { width: 1000, height: 600 }
  const size = { width: 200, height: 300 }
  const at = (left: number, top: number) => ({ left, top, right: left + 80, bottom: top + 36 })
  const room = { size, view, isRtl: false }
  expect(place({ ...room, anchor: at(100, 50) }, {})).toEqual({ left: 100, top: 92 })
  expect(place({ ...room, anchor: at(100, 500) }, {})).toEqual({ left: 100, top: 194 })
  expect(place({ ...room, anchor: at(900, 50) }, {}).left).toBe(792)
  expect(place({ ...room, anchor: at(400, 50) }, { align: 'end' }).left).toBe(280)
  expect(place({ ...room, anchor: at(400, 50), isRtl: true }, {}).left).toBe(280)
  expect(place({ ...room, anchor: at(400, 50) }, { side: 'after' }).left).toBe(486)
  expect(place({ ...room, anchor: at(400, 50), isRtl: true }, { side: 'after' }).left).toBe(194)
})

test('a toast disappears by itself, pauses while hovered, and can be undone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const toasts = createToasts()
  const undone: string[] = []
  const { user } = draw(<ToastList toasts={toasts} />)
  toasts.show('Saved.')
  toasts.undo('3 ended.', () => undone.push('3'))
  await screen.findByText('Saved.')
  toasts.hold()
  vi.advanceTimersByTime(60_000)
  expect(toasts.shown.value).toHaveLength(2)
  toasts.release()
  vi.advanceTimersByTime(5000)
  expect(toasts.shown.value.map(({ text }) => text)).toEqual(['3 ended.'])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undone).toEqual(['3'])
  expect(toasts.shown.value).toEqual([])
})

test('the Undo key applies to the latest toast with Undo', () => {
  const toasts = createToasts()
  expect(toasts.canUndo()).toBe(false)
  const undone: string[] = []
  toasts.undo('3 ended.', () => undone.push('3'))
  toasts.undo('4 ended.', () => undone.push('4'))
  toasts.show('Sent.')
  toasts.undoLatest()
  toasts.undoLatest()
  toasts.undoLatest()
  expect(undone).toEqual(['4', '3'])
  expect([toasts.canUndo(), toasts.shown.value.length]).toEqual([false, 1])
})

test('keys are written as on the keyboard', () => {
  expect(keyWords('Mod+K')).toMatch(/^(Ctrl\+K|⌘K)$/)
  expect(keyWords('g i')).toBe('G I')
  expect(keyWords('+')).toBe('+')
})

test('a reading dialog starts at its heading, not at the control below its text', () => {
  draw(
    <Dialog title="Shortcuts" isReading onClose={() => undefined}>
      <input aria-label="Switch" />
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Shortcuts' }))
})
