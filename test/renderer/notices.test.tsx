import { waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { Notice } from '#contracts/notices.ts'
import { createNotices, placeOfNotice } from '../../renderer/app/notices.ts'
import { createToasts } from '../../renderer/app/toasts.ts'
import { Notices } from '../../renderer/shell/notices.tsx'
import { draw } from './render.tsx'
import { fakeServer } from './support.ts'

const notice = (id: number, changes: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'webhook_disabled',
  subject: 'https://shop.example/hook?a=1',
  reason: 'Nothing has arrived for 120 hours.',
  created_at: '2026-11-21T09:00:00.000Z',
  ...changes,
})

test('notices follow the stream, and one that fails to dismiss comes back', async () => {
  const server = fakeServer()
  server.on('GET /user/notices', { data: [notice(2)] })
  const { list, load, apply, dismiss } = createNotices(server.api, () => true)
  await load()
  apply({ type: 'notice.created', id: 1, data: notice(3) })
  apply({ type: 'notice.created', id: 1, data: notice(3) })
  expect(list.value.map(({ id }) => id)).toEqual([3, 2])
  apply({ type: 'notice.deleted', id: 2, data: { id: 2 } })
  expect(list.value.map(({ id }) => id)).toEqual([3])
  expect(await dismiss(notice(3))).toBe(false)
  expect(list.value.map(({ id }) => id)).toEqual([3])
  server.on('DELETE /user/notices/3', { message: '' })
  expect(await dismiss(notice(3))).toBe(true)
  expect(list.value).toEqual([])
})

test('notices are requested only by those who may change the account', async () => {
  const server = fakeServer()
  const { list, load } = createNotices(server.api, () => false)
  await load()
  expect(list.value).toEqual([])
  expect(server.calls).toEqual([])
})

test('each notice leads to where it can be resolved', () => {
  expect(placeOfNotice(notice(1))).toBe(
    '/app/webhooks?url=https%3A%2F%2Fshop.example%2Fhook%3Fa%3D1',
  )
  expect(placeOfNotice({ kind: 'sms_unknown', subject: '7' })).toBe('/app/sms?message=7')
})

test('a single notice is shown in full, and several collapse into a count that expands', async () => {
  const server = fakeServer()
  const notices = createNotices(server.api, () => true)
  notices.list.value = [notice(1)]
  const { user, getByRole, getByText, queryAllByRole } = draw(
    <Notices
      desk={{ api: server.api, notices, session: { may: () => true }, toasts: createToasts() }}
    />,
  )
  getByText('Nothing has arrived for 120 hours.')
  expect(getByRole('link', { name: 'View deliveries' }).getAttribute('href')).toMatch(
    /webhooks\?url=/,
  )
  notices.list.value = [notice(2, { kind: 'sms_unknown', subject: '7' }), notice(1)]
  await waitFor(() => getByText('2 issues need your attention'))
  expect(queryAllByRole('link')).toEqual([])
  await user.click(getByRole('button', { name: 'Show' }))
  expect(queryAllByRole('link')).toHaveLength(2)
  server.on('DELETE /user/notices/1', { message: '' })
  await user.click(getByRole('button', { name: /Dismiss: Webhooks to/ }))
  await waitFor(() => expect(queryAllByRole('link')).toHaveLength(1))
  getByRole('link', { name: 'View message' })
})

test('an address that keeps being refused can be blocked from its notice', async () => {
  const server = fakeServer()
  const [notices, toasts] = [createNotices(server.api, () => true), createToasts()]
  notices.list.value = [notice(1, { kind: 'address_refused', subject: '203.0.113.7' })]
  const desk = { api: server.api, notices, toasts, session: { may: () => true } }
  const { user, getByRole } = draw(<Notices desk={desk} />)
  server.on('POST /user/network/blocked', {
    policy: 'desktop',
    can_change: true,
    allowed: [],
    blocked: [],
  })
  await user.click(getByRole('button', { name: 'Block 203.0.113.7' }))
  await waitFor(() => expect(toasts.shown.value[0]?.text).toBe('203.0.113.7 blocked.'))
})
