import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { Call } from '#contracts/calls.ts'
import { OngoingCalls, OngoingTelephoneCalls } from '../../renderer/screens/calls/live/ongoing.tsx'
import { draw, fakeDesk } from './render.tsx'
import { fakeLive, later, settle } from './support.ts'

const call = (id: number, change: Partial<Call> = {}) =>
  ({
    id,
    type: 'inbound',
    status: 'in-progress',
    client_phone_number: `+4930000${id}`,
    assistant_name: 'Mira',
    created_at: '2026-11-21 09:00:00',
    ...change,
  }) as Call

function scene(first: readonly Call[] | (() => Promise<object>)) {
  const { server, desk } = fakeDesk()
  const live = fakeLive()
  const answer = typeof first === 'function' ? first : { data: first }
  server.on('GET /user/calls', answer)
  const changed = (data: Call) => live.emit({ type: 'call.updated', id: 1, data })
  return { changed, live, server, desk: { ...desk, live: { ...desk.live, ...live } } }
}

test('ongoing calls are listed with links, newest first, until they end', async () => {
  const { desk, changed, live, server } = scene([
    call(4),
    call(3, { type: 'web', client_phone_number: null }),
  ])
  draw(<OngoingCalls desk={desk} />)
  const list = within(await screen.findByRole('region', { name: 'Calls in progress' }))
  const names = () => list.getAllByRole('link').map(({ textContent }) => textContent)
  expect(names()).toEqual(['+49300004', 'Visitor'])
  expect(server.calls[0]?.query).toMatchObject({ status: 'in-progress' })
  expect(list.getByRole('link', { name: '+49300004' }).getAttribute('href')).toBe('/app/calls/4')
  changed(call(9))
  changed(call(8, { status: 'ringing' }))
  await expect.poll(names).toEqual(['+49300009', '+49300004', 'Visitor'])
  changed(call(4, { status: 'ended' }))
  live.emit({ type: 'call.deleted', id: 2, data: { id: 9 } })
  await expect.poll(names).toEqual(['Visitor'])
  changed(call(3, { status: 'completed' }))
  await expect.poll(() => screen.queryByRole('region')).toBeNull()
})

test('above the inbox only phone calls are linked: website calls are among the conversations', async () => {
  const { desk, changed } = scene([call(4, { type: 'web' })])
  draw(<OngoingTelephoneCalls desk={desk} />)
  await settle()
  expect(screen.queryByRole('link')).toBeNull()
  changed(call(5))
  const one = await screen.findByRole('link', { name: 'Call in progress: +49300005' })
  expect(one.getAttribute('href')).toBe('/app/calls/5')
  changed(call(6))
  const both = await screen.findByRole('link', { name: '2 calls in progress' })
  expect(both.getAttribute('href')).toBe('/app/calls?status=in-progress')
})

test('stream events take precedence over a response still in flight', async () => {
  const slow = later<object>()
  const { desk, changed } = scene(() => slow.promise)
  draw(<OngoingTelephoneCalls desk={desk} />)
  changed(call(4, { status: 'ended' }))
  changed(call(5))
  slow.resolve({ data: [call(4)] })
  await screen.findByRole('link', { name: 'Call in progress: +49300005' })
})
