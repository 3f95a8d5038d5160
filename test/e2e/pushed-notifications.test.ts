import { randomUUID } from 'node:crypto'
import type { CDPSession, Page } from 'playwright'
import { expect, test } from 'vitest'
import { createNote } from '#contracts/notes.ts'
import { subscribeToPush } from '#contracts/push.ts'
import { createClock } from '../support/clock.ts'
import { colleague, signedInOwner } from '../support/operators.ts'
import { openSignInLink } from '../support/people.ts'
import { startPushService } from '../support/push-service.ts'
import { allowing, startServer } from '../support/server.ts'
import { createVisitor } from '../support/visitor.ts'
import { hasWindows, windowedChromium } from '../support/windowed-chromium.ts'

/** A conversation in which Ben was mentioned, and what the server pushed to him about it. */
async function mentioned() {
  const service = await startPushService()
  const clock = createClock(new Date().toISOString())
  const server = await startServer({ ...allowing(service.address), outside: clock.outside })
  const ben = await colleague(server, 'Ben')
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const body = { ...service.subscription, shows_text: true, language: 'en' }
  await ben.call(subscribeToPush, { body })
  const owner = await signedInOwner(server)
  await owner.call(createNote, {
    params,
    body: { client_id: randomUUID(), content: '@Ben the refund' },
  })
  await clock.advance(6000)
  await expect.poll(() => service.pushed.length).toBe(1)
  return { server, uuid: params.uuid, message: service.pushed[0]!.message }
}

/** A desk in a Chromium with a window, since one without shows no notifications, and its worker. */
async function windowOf(server: Awaited<ReturnType<typeof startServer>>) {
  const browser = await windowedChromium()
  // The test registers the worker, which the page's policies reserve for its own scripts.
  const context = await browser.newContext({ bypassCSP: true, permissions: ['notifications'] })
  const page = await context.newPage()
  await openSignInLink(page, await server.signInLink())
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const devtools = await context.newCDPSession(page)
  const registration = registrationAt(devtools)
  const worker = context.waitForEvent('serviceworker')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/app/service-worker.js', { scope: '/app/' })
  })
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
  return { page, devtools, registrationId: await registration, worker: await worker }
}

/** Id of the worker's registration, which Chromium reports once there is one. */
async function registrationAt(devtools: CDPSession): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [first] = registrations
    if (first) resolve(first.registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  return await promise
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    }))
  })

/** Reports a click to the worker, as the system does, and says how many pages it focused: only a real click may. */
const CLICK = `(async () => {
  const [clicked] = await self.registration.getNotifications()
  let focused = 0
  WindowClient.prototype.focus = async function () {
    focused += 1
    return this
  }
  const event = new NotificationEvent('notificationclick', { notification: clicked })
  const { promise, resolve } = Promise.withResolvers()
  event.waitUntil = resolve
  self.dispatchEvent(event)
  await promise
  return focused
})()`

test.skipIf(!hasWindows)(
  'what the server pushes is shown as one notification, which leads to its conversation',
  async () => {
    const { server, uuid, message } = await mentioned()
    const { page, devtools, registrationId, worker } = await windowOf(server)
    const push = () =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin: server.url,
        registrationId,
        data: JSON.stringify(message),
      })
    await push()
    const notification = {
      title: 'You were mentioned',
      body: expect.stringContaining('@Ben the refund'),
      tag: uuid,
    }
    await expect.poll(() => shown(page)).toEqual([notification])
    await push()
    await expect.poll(() => shown(page)).toEqual([notification])

    expect(await worker.evaluate(CLICK)).toBe(1)
    await page.waitForURL(`${server.url}/app/inbox/${uuid}`)
    await page.getByRole('log').waitFor()
    await expect.poll(() => shown(page)).toEqual([])
  },
  60_000,
)
