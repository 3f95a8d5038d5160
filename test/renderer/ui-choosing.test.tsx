import { screen, waitFor, within } from '@testing-library/preact'
import { useState } from 'preact/hooks'
import { expect, test } from 'vitest'
import { Button } from '../../renderer/ui/button.tsx'
import { Combobox } from '../../renderer/ui/combobox.tsx'
import { Menu } from '../../renderer/ui/menu.tsx'
import { MultiCombobox } from '../../renderer/ui/multi-combobox.tsx'
import { matching, type Option } from '../../renderer/ui/use-options.ts'
import { draw } from './render.tsx'

const FRUITS: Option[] = [
  { value: 'apple', label: 'Apple' },
  { value: 'pear', label: 'Pear', disabled: true },
  { value: 'plum', label: 'Plüm', hint: 'blue' },
]

function One({ search }: { search?: (text: string) => Promise<Option[]> }) {
  const [value, choose] = useState<string | null>('apple')
  return (
    <Combobox
      label="Fruit"
      value={value}
      options={search ? [] : FRUITS}
      selected={FRUITS[0]}
      isClearable
      {...(search && { search })}
      onChoose={choose}
    />
  )
}

const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('options are found by any of their words, with or without accents', () => {
  expect(matching(FRUITS, 'plum').map(({ value }) => value)).toEqual(['plum'])
  expect(matching(FRUITS, 'BLUE pl').map(({ value }) => value)).toEqual(['plum'])
  expect(matching(FRUITS, 'blue apple')).toEqual([])
})

test('a combobox filters by the input, and Enter picks the highlighted option', async () => {
  const { user } = draw(<One />)
  const field = screen.getByRole('combobox', { name: 'Fruit' })
  expect(field).toHaveProperty('value', 'Apple')
  await user.click(field)
  expect(names()).toEqual(['Apple', 'Pear', 'Plümblue'])
  expect(field.getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { name: /Apple/ }).id,
  )
  await user.keyboard('p')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  await user.clear(field)
  await user.keyboard('plum{Enter}')
  expect(field).toHaveProperty('value', 'Plüm')
  expect(field.getAttribute('aria-expanded')).toBe('false')
})

test('the arrow keys skip disabled options', async () => {
  const { user } = draw(<One />)
  await user.click(screen.getByRole('combobox'))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'Plüm')
})

test('Escape leaves the choice unchanged, and so does clicking elsewhere', async () => {
  const { user } = draw(
    <>
      <One />
      <p>Elsewhere</p>
    </>,
  )
  const field = screen.getByRole('combobox')
  await user.click(field)
  await user.keyboard('plum{Escape}')
  expect(field).toHaveProperty('value', 'Apple')
  expect(names()).toEqual([])
  await user.click(field)
  await user.click(screen.getByText('Elsewhere'))
  expect(names()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Clear Fruit' }))
  expect(field).toHaveProperty('value', '')
})

test('server-side options are requested once typing pauses, and a failure is reported', async () => {
  const asked: string[] = []
  const { user } = draw(
    <One
      search={async (text) => {
        asked.push(text)
        if (text === 'x') throw new Error('gone')
        return matching(FRUITS, text) as Option[]
      }}
    />,
  )
  await user.click(screen.getByRole('combobox'))
  await waitFor(() => expect(names()).toHaveLength(3))
  await user.keyboard('plu')
  await waitFor(() => expect(names()).toEqual(['Plümblue']))
  expect(asked).toEqual(['', 'plu'])
  await user.clear(screen.getByRole('combobox'))
  await user.keyboard('x')
  await screen.findByText(/failed/)
})

function Several() {
  const [values, set] = useState<string[]>(['apple'])
  return (
    <MultiCombobox
      label="Fruits"
      values={values}
      options={FRUITS}
      onChange={set}
      onCreate={(text) => set([...values, text])}
    />
  )
}

test('multiple choices are chips: added by Enter, removed by Backspace or their button, created from new words', async () => {
  const { user } = draw(<Several />)
  const field = screen.getByRole('combobox')
  await user.click(field)
  await user.keyboard('plum{Enter}')
  screen.getByRole('button', { name: 'Remove Plüm' })
  await user.keyboard('{Backspace}')
  expect(screen.queryByRole('button', { name: 'Remove Plüm' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove Apple' }))
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull()
  await user.keyboard('Quince{Enter}')
  screen.getByRole('button', { name: 'Remove Quince' })
})

test('a menu opens at its first or last entry, moves by arrows and letters, and returns focus', async () => {
  const done: string[] = []
  const { user } = draw(
    <Menu
      label="Actions"
      items={[
        { label: 'Edit', onSelect: () => done.push('edit') },
        null,
        'separator',
        { label: 'Snooze', isDisabled: true, onSelect: () => done.push('snooze') },
        { label: 'Send again', onSelect: () => done.push('again') },
        { label: 'Delete', isDanger: true, onSelect: () => done.push('delete') },
      ]}
      trigger={(props) => <Button {...props}>Open</Button>}
    />,
  )
  const button = screen.getByRole('button', { name: 'Open' })
  const focused = () => document.activeElement?.textContent
  button.focus()
  await user.keyboard('{ArrowDown}')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(focused()).toBe('Edit')
  await user.keyboard('{ArrowUp}')
  expect(focused()).toBe('Delete')
  await user.keyboard('se')
  expect(focused()).toBe('Send again')
  await user.keyboard('{Home}{End}{Enter}')
  expect(done).toEqual(['delete'])
  expect(document.activeElement).toBe(button)
  expect(screen.queryByRole('menu')).toBeNull()

  await user.keyboard('{ArrowUp}')
  expect(focused()).toBe('Delete')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)

  await user.click(button)
  await user.click(within(screen.getByRole('menu')).getByText('Snooze'))
  expect(done).toEqual(['delete'])
})
