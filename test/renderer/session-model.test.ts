import { expect, test, vi } from 'vitest'
import { createApi } from '../../renderer/app/api.ts'
import { createSessionModel } from '../../renderer/app/session/model.ts'
import { EVERYTHING, fakeServer, invalid } from './support.ts'

const me = { name: 'Ann', email: 'ann@example.com', total_balance: 0, ...EVERYTHING }
const unauthenticated = () => Response.json({ message: 'Unauthenticated.' }, { status: 401 })

function arrive(door: { secret?: string; desktopSecret?: () => Promise<string> } = {}) {
  const server = fakeServer()
  const takeLinkSecret = vi.fn(() => door.secret)
  const api = createApi(() => session.leave(), server.fetch)
  const session = createSessionModel(api, { takeLinkSecret, desktopSecret: door.desktopSecret })
  return { server, session, takeLinkSecret }
}

const whose = { name: 'Ben', account: 'Shop', email: 'shop@example.com', is_current: false }

test('someone with a session goes straight in, even with a link of their own', async () => {
  const { server, session, takeLinkSecret } = arrive({ secret: 'once' })
  server.on('GET /session', { account: me })
  server.on('POST /session/preview', { ...whose, is_current: true })
  await session.start()
  expect(session.status.value).toBe('signed-in')
  expect(session.account.value).toEqual(me)
  expect(takeLinkSecret).toHaveBeenCalledOnce()
  expect(server.bodies('POST /session')).toEqual([])
})

test('L17 a one-time link opens a session only after confirmation', async () => {
  const { server, session } = arrive({ secret: 'once' })
  server.on('GET /session', { account: null })
  server.on('POST /session/preview', whose)
  server.on('POST /session', me)
  await session.start()
  expect(session.status.value).toBe('asking')
  expect(session.question.value).toEqual({ secret: 'once', whose, current: undefined })
  expect(server.bodies('POST /session')).toEqual([])
  await session.confirm()
  expect(session.isSignedIn.value).toBe(true)
  expect(server.bodies('POST /session')).toEqual([{ secret: 'once' }])
})

test.each([
  ['signed out', null, 'signed-out'],
  ['signed in as before', me, 'signed-in'],
])('L17 cancelling leaves the link unused and the visitor %s', async (_as, account, standing) => {
  const { server, session } = arrive({ secret: 'once' })
  server.on('GET /session', { account })
  server.on('POST /session/preview', whose)
  await session.start()
  expect(session.status.value).toBe('asking')
  expect(session.question.value?.current).toEqual(account ?? undefined)
  await session.decline()
  expect(session.status.value).toBe(standing)
  expect(session.account.value).toEqual(account ?? undefined)
  expect(server.bodies('POST /session')).toEqual([])
})

test('an invalid link does not affect whoever is signed in', async () => {
  const { server, session } = arrive({ secret: 'twice' })
  server.on('GET /session', { account: me })
  server.on('POST /session/preview', () => invalid({ secret: ['It is not valid.'] }))
  await session.start()
  expect(session.isSignedIn.value).toBe(true)
  expect(session.error.value).toBeUndefined()
})

test('a link that expires while being confirmed leaves the sign-in page usable', async () => {
  const { server, session } = arrive({ secret: 'late' })
  server.on('GET /session', { account: null })
  server.on('POST /session/preview', whose)
  server.on('POST /session', () => invalid({ secret: ['It is not valid.'] }))
  await session.start()
  await session.confirm()
  expect(session.status.value).toBe('signed-out')
  expect(session.error.value).toBe('It is not valid.')
})

test('a used link says so and leaves the sign-in page usable for a key', async () => {
  const { server, session } = arrive({ secret: 'twice' })
  server.on('GET /session', { account: null })
  server.on('POST /session/preview', () =>
    invalid({ secret: ['This link has been used already.'] }),
  )
  await session.start()
  expect(session.status.value).toBe('signed-out')
  expect(session.error.value).toBe('This link has been used already.')
  server.on('POST /session', me)
  await session.signIn(' 1|key ')
  expect(server.bodies('POST /session').at(-1)).toEqual({ secret: '1|key' })
  expect(session.isSignedIn.value).toBe(true)
  expect(session.error.value).toBeUndefined()
})

test('the desktop app brings its own secret', async () => {
  const { server, session } = arrive({ desktopSecret: async () => 'from the desktop' })
  server.on('GET /session', { account: null })
  server.on('POST /session', me)
  await session.start()
  expect(server.bodies('POST /session')).toEqual([{ secret: 'from the desktop' }])
  expect(session.isSignedIn.value).toBe(true)
})

test('without a link or key the sign-in page is shown', async () => {
  const { server, session } = arrive()
  server.on('GET /session', { account: null })
  await session.start()
  expect(session.status.value).toBe('signed-out')
  expect(session.error.value).toBeUndefined()
})

test('an unreachable server does not lead to asking for a key', async () => {
  const { server, session } = arrive()
  await session.start()
  expect(session.status.value).toBe('unreachable')
  server.on('GET /session', { account: me })
  await session.start()
  expect(session.isSignedIn.value).toBe(true)
})

test('a response saying the session is over leads back to the sign-in page', async () => {
  const { server, session } = arrive()
  server.on('GET /session', { account: me })
  await session.start()
  server.on('DELETE /session', unauthenticated)
  await session.signOut()
  expect(session.status.value).toBe('signed-out')
  expect(session.account.value).toBeUndefined()
})
