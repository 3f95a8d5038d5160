import { expect, test } from 'vitest'
import { chromium } from '../support/chromium.ts'
import { live } from '../support/life.ts'
import { followLoads } from '../support/loads.ts'
import { operatorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'

/** Largest response to a request of the desk, bytes on the wire. */
const MAX_BYTES = 100_000

test('no screen of the desk loads more than 100 kB in one request', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const page = await chromium.person()
  const loaded: { readonly url: string; readonly bytes: number }[] = []
  await followLoads(page, (url, bytes) => loaded.push({ url, bytes }))
  await operatorOn(page).signIn(life)
  const places = await page.getByRole('navigation').getByRole('link').all()
  const addresses = await Promise.all(places.map((place) => place.getAttribute('href')))
  expect(addresses.length).toBeGreaterThan(10)
  for (const address of [...addresses, '/api/docs']) {
    await page.goto(life.url + address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  expect(loaded.filter(({ bytes }) => bytes > MAX_BYTES)).toEqual([])
  // The page's language, without which this would have measured nothing.
  expect(loaded.some(({ url }) => /\/assets\/en-.+\.js$/.test(url))).toBe(true)
})
