import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'

test('the desk is installed from the settings; its worker keeps hashed files and no answers, and says when it is offline', async () => {
  const desk = await startDesk()
  const page = await chromium.person({ viewport: { width: 1280, height: 900 } })
  await openSignInLink(page, await desk.signInLink())
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goto(`${desk.url}/app/settings/notifications`)
  const devtools = await page.context().newCDPSession(page)
  const { errors, url } = await devtools.send('Page.getAppManifest')
  expect([errors, url]).toEqual([[], `${desk.url}/manifest.webmanifest`])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const workers = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope, active }) => [
        scope,
        active?.scriptURL,
      ]),
    )
  expect(await workers()).toEqual([])
  await page.getByRole('button', { name: 'Install app' }).click()
  await page.getByText('in your browser’s menu').waitFor()
  expect(await violations(page)).toEqual([])
  expect(await workers()).toEqual([[`${desk.url}/app/`, `${desk.url}/app/service-worker.js`]])
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)

  await page.goto(`${desk.url}/app/inbox`)
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      )
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(3)
  expect((await kept()).filter((path) => !/^\/assets\/.+-[\w-]{8}\.\w+$/.test(path))).toEqual([])

  await page.context().setOffline(true)
  // The worker may be told later than the page that there is no connection.
  await expect
    .poll(async () => {
      await page.goto(`${desk.url}/app/home`)
      return page.getByRole('heading', { name: 'Parley is offline' }).count()
    })
    .toBe(1)
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('navigation').first().waitFor()
  // Whatever was fetched meanwhile, only files are kept.
  expect((await kept()).filter((path) => !path.startsWith('/assets/'))).toEqual([])
})

test('a new version of the worker takes over pages that are open, and drops what the old one kept', async () => {
  const desk = await startDesk()
  const page = await chromium.person()
  await openSignInLink(page, await desk.signInLink())
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goto(`${desk.url}/app/settings/notifications`)
  await page.evaluate(() => caches.open('parley-files-0'))
  await page.getByRole('button', { name: 'Install app' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true)
  expect(await page.evaluate(() => caches.keys())).not.toContain('parley-files-0')
  const answer = await fetch(`${desk.url}/app/service-worker.js`)
  expect([answer.headers.get('cache-control'), answer.headers.get('content-type')]).toEqual([
    'no-cache',
    'text/javascript; charset=utf-8',
  ])
})
