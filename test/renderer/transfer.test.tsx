import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { CallBar } from '../../renderer/screens/calls/live/call-bar.tsx'
import { draw, fakeDesk } from './render.tsx'

const TRANSFER = 'POST /user/calls/7/transfer'

function onTelephone(canTransfer = true) {
  const { server, desk } = fakeDesk()
  const call = { id: 7, since: new Date().toISOString() }
  const company = { listeners: [], speaker: null }
  const drawn = draw(
    <CallBar desk={desk} call={call} company={company} canTransfer={canTransfer} />,
  )
  return { server, desk, ...drawn }
}

test('an operator transfers a phone call to a number', async () => {
  const { server, user, desk } = onTelephone()
  server.on(TRANSFER, { message: 'ok' })
  await user.click(screen.getByRole('button', { name: 'Transfer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Transfer call' }))
  await user.type(dialog.getByLabelText('Phone number'), '+49 30 123456{Enter}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(server.calls.filter(({ call }) => call === TRANSFER).map(({ body }) => body)).toEqual([
    { phone_number: '+49 30 123456' },
  ])
  expect(desk.toasts.shown.value.map(({ text }) => text)).toEqual([
    'Transferring the call to +49 30 123456.',
  ])
})

test('a rejected number stays in its field, with the reason beside it', async () => {
  const { server, user } = onTelephone()
  server.on(TRANSFER, () =>
    Response.json({ message: 'The phone number is not valid' }, { status: 400 }),
  )
  await user.click(screen.getByRole('button', { name: 'Transfer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Transfer call' }))
  const field = dialog.getByLabelText('Phone number')
  await user.type(field, '12{Enter}')
  await dialog.findByText('The phone number is not valid')
  expect(field).toHaveProperty('value', '12')
})

test('operators who may not place calls are offered no transfer', () => {
  onTelephone(false)
  expect(screen.queryByRole('button', { name: 'Transfer' })).toBeNull()
})
