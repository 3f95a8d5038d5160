import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { withLabels } from '../../renderer/app/inbox/apply-to-inbox.ts'
import { Labels } from '../../renderer/screens/settings/labels/labels.tsx'
import { draw, fakeDesk } from './render.tsx'
import { inboxItem, invalid } from './support.ts'

const refund = { id: 3, name: 'Refund', colour: 'red' as const, count: 2 }
const money = { id: 4, name: 'Money', colour: 'blue' as const, count: 5 }

async function page(labels = [money, refund]) {
  const { server, desk } = fakeDesk()
  server.on('GET /user/inbox/labels', () => ({ data: labels }))
  const drawn = draw(<Labels desk={desk} />)
  if (labels.length > 0) await screen.findByRole('row', { name: /Refund/ })
  const choose = async (label: string, item: string) => {
    await drawn.user.click(screen.getByRole('button', { name: `Actions for ${label}` }))
    await drawn.user.click(screen.getByRole('menuitem', { name: item }))
    return within(await screen.findByRole('dialog'))
  }
  return { server, desk, choose, ...drawn }
}

test('labels are listed with links to their conversations', async () => {
  await page()
  const link = screen.getByRole('link', { name: 'Refund: 2 conversations' })
  expect(link.getAttribute('href')).toBe('/app/inbox?state=all&labels=3')
})

test('a rejected name keeps its text, with the reason beside the field', async () => {
  const { server, choose, user } = await page()
  server.on('PUT /user/inbox/labels/3', () =>
    invalid({ name: ['The name has already been taken.'] }),
  )
  const dialog = await choose('Refund', 'Edit label')
  const field = dialog.getByRole('textbox', { name: 'Name' })
  await user.clear(field)
  await user.type(field, 'Money')
  await user.click(dialog.getByRole('radio', { name: 'Green' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('The name has already been taken.')
  expect(field).toHaveProperty('value', 'Money')
  expect(server.bodies('PUT /user/inbox/labels/3')).toEqual([{ name: 'Money', colour: 'green' }])
})

test('merging shows what changes first', async () => {
  const { server, choose, user, desk } = await page()
  server.on('GET /user/inbox/labels/3/uses', {
    conversations: 2,
    shared: 1,
    rules: 1,
    views: 2,
  })
  server.on('POST /user/inbox/labels/3/merge', { message: '', data: money })
  const dialog = await choose('Refund', 'Merge into…')
  expect(dialog.getByRole('button', { name: 'Merge' })).toHaveProperty('disabled', true)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Merge into' }), 'Money')
  await dialog.findByText('1 conversation gets Money.')
  dialog.getByText('1 conversation already has both.')
  dialog.getByText('2 saved views will use Money instead.')
  await user.click(dialog.getByRole('button', { name: 'Merge' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(server.bodies('POST /user/inbox/labels/3/merge')).toEqual([{ into: 4 }])
  expect(desk.toasts.shown.value.at(-1)?.text).toBe('Merged Refund into Money.')
})

test('a deletion says what it affects, and Undo restores the label', async () => {
  const { server, choose, user, desk } = await page()
  server.on('GET /user/inbox/labels/3/uses', { conversations: 2, shared: 0, rules: 1, views: 0 })
  server.on('DELETE /user/inbox/labels/3', { message: '' })
  server.on('POST /user/inbox/labels/3/restore', { message: '', data: refund })
  const dialog = await choose('Refund', 'Delete')
  await dialog.findByText('1 rule uses it and will ignore it.')
  dialog.getByText('2 conversations lose this label.')
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await expect.poll(() => desk.toasts.canUndo()).toBe(true)
  desk.toasts.undoLatest()
  await expect.poll(() => server.bodies('POST /user/inbox/labels/3/restore').length).toBe(1)
})

test('people who may not change conversations only read', async () => {
  const { server, desk } = fakeDesk()
  desk.session.account.value = { ...desk.session.account.value!, role: 'agent', capabilities: [] }
  server.on('GET /user/inbox/labels', { data: [] })
  draw(<Labels desk={desk} />)
  await screen.findByText('No labels yet')
  expect(screen.queryByRole('button', { name: 'New label' })).toBeNull()
})

test('rows of the inbox follow renamed, merged and deleted labels', () => {
  const { count: _, ...label } = refund
  const { count: __, ...other } = money
  const item = inboxItem({ labels: [label] })
  const renamed = { ...label, name: 'Refunds' }
  expect(withLabels(item, { data: [renamed] }).labels).toEqual([renamed])
  expect(withLabels(item, { data: [other] }).labels).toEqual([])
  const merged = { from: label.id, into: other.id }
  expect(withLabels(item, { data: [other], merged }).labels).toEqual([other])
  const both = inboxItem({ labels: [label, other] })
  expect(withLabels(both, { data: [other], merged }).labels).toEqual([other])
})
