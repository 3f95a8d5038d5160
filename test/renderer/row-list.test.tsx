import { fireEvent, screen } from '@testing-library/preact'
import { useState } from 'preact/hooks'
import { expect, test } from 'vitest'
import { Button, IconButton } from '../../renderer/ui/button.tsx'
import { TextInput } from '../../renderer/ui/controls.tsx'
import { CloseIcon } from '../../renderer/ui/icons.tsx'
import { RowList } from '../../renderer/ui/row-list.tsx'
import { draw } from './render.tsx'

interface FruitsProps {
  readonly names: readonly string[]
  readonly isSorted?: boolean
  readonly isKeyed?: boolean
}

function Fruits({ names, isSorted = false, isKeyed = false }: FruitsProps) {
  const [rows, change] = useState(names)
  return (
    <RowList
      rows={rows}
      nameOf={(row, index) => row || `fruit ${index + 1}`}
      {...(isKeyed && { keyOf: (row: string) => row })}
      isSorted={isSorted}
      isRowNamed={isSorted}
      onChange={change}
      add={(add) => <Button onClick={() => add('')}>Add fruit</Button>}
    >
      {({ row, index, handle, removal, edit, insertAfter }) => (
        <>
          {handle}
          <TextInput
            aria-label={`Fruit ${index + 1}`}
            value={row}
            onEdit={edit}
            onKeyDown={({ key }) => key === 'Enter' && insertAfter('')}
          />
          <IconButton icon={CloseIcon} {...removal} />
        </>
      )}
    </RowList>
  )
}

const written = () => screen.queryAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)
const focused = () => document.activeElement?.getAttribute('aria-label')
const remove = (name: string) => screen.getByRole('button', { name: `Remove ${name}` })
const add = () => screen.getByRole('button', { name: 'Add fruit' })

test('a new row gets focus and its own input', async () => {
  const { user } = draw(<Fruits names={['Apple']} />)
  await user.click(add())
  expect(focused()).toBe('Fruit 2')
  await user.keyboard('Plum')
  expect(written()).toEqual(['Apple', 'Plum'])
})

test('buttons name their row by its content, or by its position while empty', () => {
  draw(<Fruits names={['Apple', '']} isSorted />)
  expect(remove('Apple')).toBeTruthy()
  expect(remove('fruit 2')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Move Apple' })).toBeTruthy()
  expect(screen.getByRole('listitem', { name: 'fruit 2' })).toBeTruthy()
})

test('after a removal focus stays at that position, or moves to the Add button when no row is left there', async () => {
  const { user } = draw(<Fruits names={['Apple', 'Pear', 'Plum']} />)
  await user.click(remove('Pear'))
  expect(written()).toEqual(['Apple', 'Plum'])
  expect(focused()).toBe('Remove Plum')
  await user.keyboard('{Enter}')
  expect(written()).toEqual(['Apple'])
  expect(document.activeElement).toBe(add())
})

test('rows with keys lose focus when removed, so the Add button receives it', async () => {
  const { user } = draw(<Fruits names={['Apple', 'Pear', 'Plum']} isKeyed />)
  await user.click(remove('Pear'))
  expect(written()).toEqual(['Apple', 'Plum'])
  expect(document.activeElement).toBe(add())
})

test('in a sorted list rows can be moved, and a removal focuses the previous row', async () => {
  const { user } = draw(<Fruits names={['Apple', 'Plum']} isSorted />)
  await user.click(screen.getByRole('textbox', { name: 'Fruit 1' }))
  await user.keyboard('{Enter}')
  expect(focused()).toBe('Fruit 2')
  await user.keyboard('Pear')
  expect(written()).toEqual(['Apple', 'Pear', 'Plum'])
  await user.click(remove('Plum'))
  expect(focused()).toBe('Fruit 2')
  await user.click(remove('Apple'))
  expect(focused()).toBe('Fruit 1')
  await user.click(remove('Pear'))
  expect(document.activeElement).toBe(add())
})

test('the arrow keys move a row by its handle, which keeps focus, and the new position is announced', async () => {
  const { user } = draw(<Fruits names={['Apple', 'Pear', 'Plum']} isSorted />)
  screen.getByRole('button', { name: 'Move Apple' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(written()).toEqual(['Pear', 'Apple', 'Plum'])
  expect(screen.getByRole('status').textContent).toBe('Now 2 of 3.')
  await user.keyboard('{End}{ArrowDown}')
  expect(written()).toEqual(['Pear', 'Plum', 'Apple'])
  expect(focused()).toBe('Move Apple')
  await user.keyboard('{Home}')
  expect(written()).toEqual(['Apple', 'Pear', 'Plum'])
})

test('a row is dragged only while the primary mouse button is held', () => {
  draw(<Fruits names={['Apple', 'Pear']} isSorted />)
  const handle = screen.getByRole('button', { name: 'Move Apple' })
  handle.setPointerCapture = () => undefined
  const isDragged = () => handle.closest('li')?.classList.contains('is-dragged')
  fireEvent.pointerDown(handle, { button: 2 })
  expect(isDragged()).toBe(false)
  fireEvent.pointerDown(handle, { button: 0 })
  expect(isDragged()).toBe(true)
  fireEvent.lostPointerCapture(handle)
  expect(isDragged()).toBe(false)
})
