import { createEvent, fireEvent, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { DropZone, WindowDrop } from '../../renderer/ui/drop-zone.tsx'
import { UploadIcon } from '../../renderer/ui/icons-work.tsx'
import { draw } from './render.tsx'

const file = new File(['{}'], 'one.json')
const files = { dataTransfer: { types: ['Files'], files: [file] } }
const text = { dataTransfer: { types: ['text/plain'], files: [] } }

function zone(isOn = true) {
  const taken: string[] = []
  draw(
    <DropZone
      icon={UploadIcon}
      hint="Drop files to attach"
      isOn={isOn}
      onFiles={(dropped) => taken.push(...dropped.map(({ name }) => name))}
    >
      <textarea aria-label="Message" />
    </DropZone>,
  )
  return { field: screen.getByRole('textbox'), taken }
}

const hint = () => screen.queryByRole('status')?.textContent?.trim()

function leave(from: Element, to: Element | null): void {
  const event = createEvent.dragLeave(from, files)
  Object.defineProperty(event, 'relatedTarget', { value: to })
  fireEvent(from, event)
}

test('files dragged over a zone show a hint, are accepted on drop, and the hint disappears', async () => {
  const { field, taken } = zone()
  expect(fireEvent.dragOver(field, files)).toBe(false)
  await expect.poll(hint).toBe('Drop files to attach')
  expect(fireEvent.drop(field, files)).toBe(false)
  expect(taken).toEqual(['one.json'])
  await expect.poll(hint).toBeUndefined()
})

test('the hint stays while files move within the zone, and disappears when they leave it', async () => {
  const { field } = zone()
  fireEvent.dragOver(field, files)
  leave(field.parentElement!, field)
  await expect.poll(hint).toBe('Drop files to attach')
  leave(field.parentElement!, document.body)
  await expect.poll(hint).toBeUndefined()
})

test('the hint has a second line when the accepted types are given', async () => {
  draw(
    <DropZone icon={UploadIcon} hint="Drop files here" detail="PDF and text" onFiles={() => {}}>
      <textarea aria-label="Message" />
    </DropZone>,
  )
  fireEvent.dragOver(screen.getByRole('textbox'), files)
  await expect.poll(hint).toBe('Drop files herePDF and text')
})

test('a text drag goes to the field beneath', () => {
  const { field, taken } = zone()
  expect(fireEvent.dragOver(field, text)).toBe(true)
  expect(fireEvent.drop(field, text)).toBe(true)
  expect([hint(), taken]).toEqual([undefined, []])
})

test('a disabled zone accepts nothing', () => {
  const { field, taken } = zone(false)
  expect(fireEvent.dragOver(field, files)).toBe(true)
  expect(fireEvent.drop(field, files)).toBe(true)
  expect([hint(), taken]).toEqual([undefined, []])
})

test('files can be dropped anywhere in the window until the component that accepts them is unmounted', async () => {
  const taken: string[] = []
  const { unmount } = draw(
    <WindowDrop
      icon={UploadIcon}
      hint="Drop a file to import an assistant"
      onFiles={([first]) => taken.push(first!.name)}
    />,
  )
  fireEvent.dragOver(document.body, files)
  await expect.poll(hint).toBe('Drop a file to import an assistant')
  leave(document.documentElement, null)
  await expect.poll(hint).toBeUndefined()
  fireEvent.drop(document.body, files)
  expect(taken).toEqual(['one.json'])
  unmount()
  await expect.poll(() => fireEvent.drop(document.body, files)).toBe(true)
})
