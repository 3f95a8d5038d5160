import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { Block } from '#contracts/blocks.ts'
import { activityLine } from '../../renderer/screens/inbox/thread/activity-row.tsx'
import { BlockDialog } from '../../renderer/screens/inbox/thread/block-dialog.tsx'
import { Blocked } from '../../renderer/screens/settings/blocked/blocked.tsx'
import { draw, fakeDesk } from './render.tsx'
import { ADA, at, invalid } from './support.ts'

const block: Block = {
  id: 5,
  name: 'Ada',
  keys: [
    { kind: 'email', value: 'ada@example.com' },
    { kind: 'visitor', value: '7' },
  ],
  reason: 'Insults',
  by: { id: 1, name: 'Lena' },
  conversation_id: ADA,
  created_at: at(1),
  ends_at: null,
}

const SENDER = `GET /user/conversations/${ADA}/block`
const SAVE = `POST /user/conversations/${ADA}/block`

async function dialog(found: object) {
  const { server, desk } = fakeDesk()
  server.on(SENDER, found)
  let isClosed = false
  const drawn = draw(
    <BlockDialog
      desk={desk}
      conversation={ADA}
      onClose={() => {
        isClosed = true
      }}
    />,
  )
  await screen.findByRole('dialog')
  const shown = within(document.body)
  return { server, desk, shown, isClosed: () => isClosed, ...drawn }
}

test('a sender is blocked by what is chosen, for so long, and Undo lifts it', async () => {
  const { server, desk, shown, user, isClosed } = await dialog({
    keys: block.keys,
    unverified: [],
    block: null,
  })
  server.on(SAVE, { message: '', data: block })
  server.on('DELETE /user/blocks/5', { message: '' })
  await user.click(await shown.findByRole('checkbox', { name: 'Email ada@example.com' }))
  await user.selectOptions(shown.getByRole('combobox', { name: 'Duration' }), 'One day')
  await user.type(shown.getByRole('textbox', { name: /Reason/ }), 'Insults')
  await user.click(shown.getByRole('button', { name: 'Block' }))
  await expect.poll(isClosed).toBe(true)
  expect(server.bodies(SAVE)).toEqual([{ kinds: ['visitor'], reason: 'Insults', duration: 'day' }])
  desk.toasts.undoLatest()
  await expect
    .poll(() => server.calls.some(({ call }) => call === 'DELETE /user/blocks/5'))
    .toBe(true)
})

test('a refused reason stays in its field, with the cause beside it', async () => {
  const { server, shown, user } = await dialog({ keys: block.keys, unverified: [], block: null })
  server.on(SAVE, () => invalid({ reason: ['Too long.'] }))
  const field = await shown.findByRole('textbox', { name: /Reason/ })
  await user.type(field, 'Spam')
  await user.click(shown.getByRole('button', { name: 'Block' }))
  await shown.findByText('Too long.')
  expect(field).toHaveProperty('value', 'Spam')
})

test('an address that the visitor has only typed is offered, and not chosen', async () => {
  const { shown } = await dialog({ keys: block.keys, unverified: ['email'], block: null })
  const isChosen = async (name: string) =>
    (await shown.findByRole<HTMLInputElement>('checkbox', { name })).checked
  expect(await isChosen('Email ada@example.com')).toBe(false)
  expect(await isChosen('This browser')).toBe(true)
})

test('nothing is blocked when nothing is chosen, or nothing is known', async () => {
  const { shown, user } = await dialog({ keys: [block.keys[1]], unverified: [], block: null })
  await user.click(await shown.findByRole('checkbox', { name: 'This browser' }))
  expect(shown.getByRole('button', { name: 'Block' })).toHaveProperty('disabled', true)
  document.body.replaceChildren()
  const unknown = await dialog({ keys: [], unverified: [], block: null })
  await unknown.shown.findByText(/comes from a program/)
})

test('a block in force says who set it and why, and can be lifted', async () => {
  const { server, shown, user, desk } = await dialog({ keys: block.keys, unverified: [], block })
  server.on('DELETE /user/blocks/5', { message: '' })
  await shown.findByText(/Blocked by Lena/)
  shown.getByText('Insults')
  await user.click(shown.getByRole('button', { name: 'Unblock' }))
  await expect.poll(() => desk.toasts.shown.value.at(-1)?.text).toBe('Sender unblocked.')
})

test('blocked senders are listed, and unblocking one is undone', async () => {
  const { server, desk } = fakeDesk()
  server.on('GET /user/blocks', { data: [block] })
  server.on('DELETE /user/blocks/5', { message: '' })
  server.on('POST /user/blocks/5/restore', { message: '', data: block })
  const { user } = draw(<Blocked desk={desk} />)
  const row = within(await screen.findByRole('row', { name: /Ada/ }))
  row.getByText(/Email ada@example.com, This browser/)
  row.getByText('Until unblocked')
  expect(row.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe(`/app/inbox/${ADA}`)
  await user.click(row.getByRole('button', { name: 'Unblock Ada' }))
  await screen.findByText('No one is blocked')
  desk.toasts.undoLatest()
  await screen.findByRole('row', { name: /Ada/ })
})

test('a conversation says who blocked its sender, and why', () => {
  const by = { id: 1, name: 'Lena' }
  const line = (kind: string, reason: string | null) =>
    activityLine({ id: 1, kind, by, data: { reason }, created_at: at(1) })
  expect(line('blocked', 'Insults')).toBe('Lena blocked the sender: Insults')
  expect(line('blocked', null)).toBe('Lena blocked the sender')
  expect(line('unblocked', null)).toBe('Lena unblocked the sender')
})
