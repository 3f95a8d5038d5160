import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { createOperator } from '#contracts/operators.ts'
import { settled, violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { signedInOwner } from '../support/operators.ts'
import { openSignInLink } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'

/** A page where an agent is signed in, and the refusals it received. */
async function agentOn() {
  const desk = await startDesk({ demo: true, dataDir: temporaryFolder() })
  const owner = await signedInOwner(desk)
  const { sign_in } = await owner.call(createOperator, { body: { name: 'Linus Berg' } })
  const page = await chromium.person({ reducedMotion: 'reduce' })
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  await openSignInLink(page, sign_in.url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { url: desk.url, page, refused }
}

async function linksIn(page: Page, place: string): Promise<string[]> {
  const links = page.getByRole('navigation', { name: place, exact: true }).getByRole('link')
  await links.first().waitFor()
  const paths = await links.evaluateAll((all) =>
    all.map((link) => (link as HTMLAnchorElement).pathname),
  )
  return [...new Set(paths)]
}

test('an agent is never refused anything the desk lists, and never offered anything it would refuse', async () => {
  const { url, page, refused } = await agentOn()
  await page.goto(`${url}/app/home`)
  await page.getByRole('heading', { name: /, Linus$/ }).waitFor()
  await settled(page)
  const places = await linksIn(page, 'Main')
  await page.goto(`${url}/app/settings/profile`)
  const parts = await linksIn(page, 'Settings')
  expect([places.length, parts.length]).toEqual([10, 11])
  for (const path of [...places, ...parts]) {
    await page.goto(url + path)
    await settled(page)
    const offered = await page
      .getByRole('main')
      .getByRole('button', { name: /^(Export|Import|Place call|Try again)$/ })
      .or(page.getByRole('link', { name: 'New message' }))
      .count()
    expect([path, offered, await page.getByRole('alert').count()]).toEqual([path, 0, 0])
  }
  expect(refused).toEqual([])
})

test('a page beyond the agent’s role explains why, and so does a restricted part of the settings', async () => {
  const { url, page, refused } = await agentOn()
  for (const path of ['assistants', 'balance', 'users', 'api-keys', 'webhooks', 'sms/new']) {
    await page.goto(`${url}/app/${path}`)
    await page.getByRole('heading', { name: 'No access to this page' }).waitFor()
  }
  expect(await violations(page)).toEqual([])
  for (const part of ['access', 'budgets']) {
    await page.goto(`${url}/app/settings/${part}`)
    await page.getByText('Your role, or the API key').waitFor()
  }
  expect(refused).toEqual([])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('new')
  await page.getByRole('option').first().waitFor()
  expect(await page.getByRole('option', { name: /assistant|text message|key/i }).count()).toBe(0)
})
