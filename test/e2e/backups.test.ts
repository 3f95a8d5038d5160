import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createCannedReply, listCannedReplies } from '#contracts/canned-replies.ts'
import { createExport } from '#contracts/restores.ts'
import { putTogether, takenApart } from '../support/archives.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { live } from '../support/life.ts'
import { signedIn } from '../support/operators.ts'
import { openSignInLink } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'

async function atBackups() {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const page = await chromium.person()
  await openSignInLink(page, await life.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${life.url}/app/settings/backups`)
  const note = (shortcut: string) =>
    life.call(createCannedReply, { body: { shortcut, title: shortcut, content: 'Hello' } })
  const notes = async () =>
    (await life.call(listCannedReplies)).data.map(({ shortcut }) => shortcut)
  return { life, page, note, notes }
}

test('a backup is made and verified in the desk and restored after confirmation; the page reconnects by itself', async () => {
  const { life, page, note, notes } = await atBackups()
  await page.getByText('No backups yet.').waitFor()
  await note('before')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByText('Backup created and verified.').waitFor()
  await page.getByText('Verified', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await note('after')
  await page.getByRole('button', { name: /^Restore backup from/ }).click()
  await page.getByText('Newer data is kept in a folder').waitFor()
  const cameBack = page.waitForEvent('load', { timeout: 20_000 })
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await page.getByText('This page will reload automatically.').waitFor()
  await cameBack
  // All sessions have ended.
  await expect.poll(() => notes().catch(() => undefined), { timeout: 15_000 }).toEqual(['before'])
  await openSignInLink(page, await life.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${life.url}/app/settings/backups`)
  await page.getByText('Verified', { exact: true }).waitFor()
  expect(await notes()).toEqual(['before'])
})

test('everything is exported to one file and imported again; a rejected passphrase is reported beside its field', async () => {
  const { page, note, notes } = await atBackups()
  await note('before')
  const card = page.locator('form').filter({ hasText: 'Export everything' })
  await card.getByLabel('Passphrase').fill('short')
  await card.getByRole('button', { name: 'Export everything' }).click()
  await card.locator('[aria-invalid="true"]').waitFor()
  await expect.poll(() => card.getByLabel('Passphrase').inputValue()).toBe('short')
  await card.getByLabel('Passphrase').fill('correct horse')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Export everything' }).click(),
  ])
  const saved = path.join(temporaryFolder(), file.suggestedFilename())
  await file.saveAs(saved)
  expect(readFileSync(saved).includes('before')).toBe(false)
  await note('after')

  await page.getByRole('button', { name: 'Restore from file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('File').setInputFiles(saved)
  await dialog.getByLabel('Passphrase').fill('wrong horse')
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await dialog.locator('[aria-invalid="true"]').waitFor()
  await expect.poll(() => dialog.getByLabel('Passphrase').inputValue()).toBe('wrong horse')
  await dialog.getByLabel('Passphrase').fill('correct horse')
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await dialog.getByText('The file is valid.').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => notes().catch(() => undefined), { timeout: 15_000 }).toEqual(['before'])
})

test('a file not signed by this server is restored only after a dialog explains what that means', async () => {
  const { life, page, note, notes } = await atBackups()
  await note('before')
  const owner = await signedIn(life, await life.signInLink())
  const { url } = await owner.call(createExport, { body: {} })
  const exported = await fetch(life.url + url)
  const archive = await takenApart(Buffer.from(await exported.arrayBuffer()))
  archive.manifest.created_at -= 1
  const file = path.join(temporaryFolder(), 'changed.tar.gz')
  writeFileSync(file, await putTogether(archive))
  await note('after')

  await page.getByRole('button', { name: 'Restore from file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('File').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await dialog.getByText('The file is valid.').waitFor()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('heading', { name: 'Restore a backup from elsewhere?' }).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await notes()).toEqual(expect.arrayContaining(['before', 'after']))
  await dialog.getByRole('button', { name: 'Restore anyway' }).click()
  await expect.poll(() => notes().catch(() => undefined), { timeout: 15_000 }).toEqual(['before'])
})
