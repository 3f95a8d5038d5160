import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { listRoles, updateRole } from '#contracts/roles.ts'
import { settled, violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { signedInOwner } from '../support/operators.ts'
import { openSignInLink } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'

async function placesOn(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link')
  await links.first().waitFor()
  const paths = await links.evaluateAll((all) =>
    all.map((link) => (link as HTMLAnchorElement).pathname.replace('/app/', '')),
  )
  return [...new Set(paths)].sort()
}

test('an owner composes a role, invites with it, and its holder is shown what it allows and nothing else', async () => {
  const desk = await startDesk({ demo: true, dataDir: temporaryFolder() })
  const owner = await signedInOwner(desk)
  const page = await chromium.person({ reducedMotion: 'reduce' })
  await openSignInLink(page, await desk.signInLink())
  await page.goto(`${desk.url}/app/users`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New role' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Reader')
  await dialog.getByRole('checkbox', { name: 'Create API keys' }).click()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('checkbox', { name: 'Create API keys' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Role Reader saved.').waitFor()
  await page.getByRole('cell', { name: 'Read the inbox' }).waitFor()

  await page.getByRole('button', { name: 'Add person' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Rita Stein')
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Reader')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Add person' }).click()
  const link = await dialog.locator('code').textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('row', { name: /Rita Stein/ })
    .getByText('Reader')
    .waitFor()
  expect(await violations(page)).toEqual([])

  const rita = await chromium.person({ reducedMotion: 'reduce' })
  const refused: string[] = []
  rita.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  await openSignInLink(rita, link!)
  await rita.getByRole('heading', { level: 1 }).waitFor()
  expect(await placesOn(rita)).toEqual(['home', 'inbox', 'settings'])
  await rita.goto(`${desk.url}/app/inbox`)
  await rita.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
  await rita.getByRole('log').waitFor()
  await settled(rita)
  const forbidden = rita
    .getByRole('textbox', { name: /reply|message|note/i })
    .or(rita.getByRole('button', { name: /^(Resolve|Assign|Snooze|Label|Save as view|Send|Edit)/ }))
    .or(rita.getByRole('radiogroup'))
    .or(rita.getByRole('checkbox'))
    .or(rita.getByRole('link', { name: 'Open contact' }))
  expect(await forbidden.allTextContents()).toEqual([])
  await rita.keyboard.press('e')
  await rita.keyboard.press('r')
  expect(await rita.getByRole('dialog').count()).toBe(0)
  expect(await violations(rita)).toEqual([])
  for (const path of ['contacts', 'calls', 'knowledge', 'users']) {
    await rita.goto(`${desk.url}/app/${path}`)
    await rita.getByRole('heading', { name: 'No access to this page' }).waitFor()
  }
  await rita.goto(`${desk.url}/app/home`)
  await rita.getByRole('heading', { name: /, Rita$/ }).waitFor()
  await settled(rita)
  expect(refused).toEqual([])

  // A changed role shows without a reload.
  const [role] = (await owner.call(listRoles)).data
  const params = { id: role!.id }
  await owner.call(updateRole, { params, body: { name: 'Reader', capabilities: ['contacts'] } })
  await expect.poll(() => placesOn(rita)).toEqual(['contacts', 'home', 'inbox', 'settings'])
  await owner.call(updateRole, { params, body: { name: 'Reader', capabilities: [] } })
  await expect.poll(() => placesOn(rita)).toEqual(['home', 'inbox', 'settings'])

  await page.getByRole('button', { name: 'Actions for Reader' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog
    .getByRole('combobox', { name: 'New role for the person who has it' })
    .selectOption('Agent')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Role Reader deleted.').waitFor()
  await page
    .getByRole('row', { name: /Rita Stein/ })
    .getByText('Agent')
    .waitFor()
}, 120_000)
