import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { listAssistants } from '#contracts/assistants.ts'
import { chromium } from '../support/chromium.ts'
import { live } from '../support/life.ts'
import { operatorOn, visitorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'

/** Everything that a page writes to its console, with its origin. */
function consoleOf(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) =>
    lines.push(`${message.type()}: ${message.text()} (${message.location().url})`),
  )
  return lines
}

test('opening any page for the first time leaves the console empty', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const page = await chromium.person()
  const lines = consoleOf(page)

  await page.goto(`${life.url}/app/`)
  await page.getByRole('textbox').first().waitFor()
  expect(lines, 'the desk before signing in').toEqual([])

  await page.goto(`${life.url}/api/docs`)
  await page.getByRole('textbox', { name: 'API key', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(lines, 'the reference').toEqual([])

  await operatorOn(page).signIn(life)
  await page.waitForLoadState('load')
  await page.reload()
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  expect(lines, 'the desk after signing in').toEqual([])

  const visitor = visitorOn(await chromium.person())
  const theirs = consoleOf(visitor.page)
  await visitor.open(life.url)
  await visitor.say('Hello')
  expect(theirs, 'the demo page with its chat').toEqual([])

  const { data } = await life.call(listAssistants)
  await visitor.page.goto(`${life.url}/preview?assistant=${data[0]!.uuid}`)
  await visitor.page.waitForLoadState('networkidle')
  expect(theirs, 'the preview').toEqual([])
})
