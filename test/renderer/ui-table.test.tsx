import { screen } from '@testing-library/preact'
import { useState } from 'preact/hooks'
import { beforeEach, expect, test } from 'vitest'
import { DataTable } from '../../renderer/ui/data-table.tsx'
import type { Sort } from '../../renderer/ui/table-head.tsx'
import { draw } from './render.tsx'

const ROWS = ['Ada', 'Ben', 'Cem', 'Dora'].map((name, id) => ({ id, name }))
const opened: string[] = []
const sorts: Sort[] = []

function People() {
  const [selected, select] = useState<ReadonlySet<string | number>>(new Set())
  const [sort, setSort] = useState<Sort>({ key: 'name', isDown: false })
  return (
    <>
      <DataTable
        label="People"
        columns={[
          {
            key: 'name',
            title: 'Name',
            isPrimary: true,
            isSortable: true,
            cell: (row) => row.name,
          },
          { key: 'id', title: 'Number', isNumber: true, isSortable: true, cell: (row) => row.id },
        ]}
        rows={ROWS}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        sort={sort}
        selected={selected}
        onSort={(value) => {
          sorts.push(value)
          setSort(value)
        }}
        onSelect={select}
        onOpen={(row) => opened.push(row.name)}
      />
      <output>{[...selected].join()}</output>
    </>
  )
}

beforeEach(() => {
  opened.length = 0
  sorts.length = 0
})

const focused = () => document.activeElement?.textContent
const chosen = () => screen.getByRole('status').textContent

test('one Tab enters the rows; arrows, Home and End move, and Enter opens', async () => {
  const { user } = draw(<People />)
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => row.tabIndex)).toEqual([0, -1, -1, -1])
  rows[0]!.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(focused()).toContain('Cem')
  expect(rows.map((row) => row.tabIndex)).toEqual([-1, -1, 0, -1])
  await user.keyboard('{End}{ArrowDown}')
  expect(focused()).toContain('Dora')
  await user.keyboard('{Home}{Enter}')
  expect(opened).toEqual(['Ada'])
})

test('Space selects a row, Shift with Space or an arrow selects a range, and Ctrl+A all', async () => {
  const { user } = draw(<People />)
  screen.getAllByRole('row')[1]!.focus()
  await user.keyboard(' ')
  expect(chosen()).toBe('0')
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(chosen()).toBe('0,1,2')
  await user.keyboard(' ')
  expect(chosen()).toBe('0,1')
  await user.keyboard('{Control>}a{/Control}')
  expect(chosen()?.split(',').toSorted().join()).toBe('0,1,2,3')
})

test('checkboxes select a row, with Shift a range; the one in the header is mixed, then all, then none', async () => {
  const { user } = draw(<People />)
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows' })
  await user.click(screen.getByRole('checkbox', { name: 'Select row: Ben' }))
  expect(all.indeterminate).toBe(true)
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select row: Dora' }))
  await user.keyboard('{/Shift}')
  expect(chosen()).toBe('1,2,3')
  await user.click(all)
  expect(all.checked).toBe(true)
  expect(all.indeterminate).toBe(false)
  await user.click(all)
  expect(chosen()).toBe('')
  expect(opened).toEqual([])
})

test('a column header sorts and announces the order; numbers start with the highest', async () => {
  const { user } = draw(<People />)
  const head = screen.getByRole('columnheader', { name: /Name/ })
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  await user.click(screen.getByRole('button', { name: 'Name' }))
  expect(head.getAttribute('aria-sort')).toBe('descending')
  await user.click(screen.getByRole('button', { name: 'Number' }))
  expect(sorts).toEqual([
    { key: 'name', isDown: true },
    { key: 'id', isDown: true },
  ])
})
