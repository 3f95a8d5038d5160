import { expect, test } from 'vitest'
import { listTranscriberProviders, listVoices } from '#contracts/lookups.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { openSignInLink } from '../support/people.ts'
import { allowing, startServer } from '../support/server.ts'
import { SPEECH_KEY, startSpeechService } from '../support/speech-providers.ts'
import { startSpeechStandIn } from '../support/speech-stand-in.ts'

const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })

test('the owner finds a speech server, adds a provider with a key and voices, plays one, and sees configuration errors', async () => {
  const kokoro = await startSpeechStandIn(({ path }) => {
    if (path === '/v1/models') return json({ data: [{ id: 'kokoro' }] })
    return path === '/v1/audio/voices' ? json({ voices: ['af_heart'] }) : { status: 404 }
  })
  const hosted = await startSpeechService()
  const server = await startServer({
    localSpeech: [kokoro.port],
    ...allowing(`127.0.0.1:${hosted.port}`),
  })
  const page = await chromium.person()
  await openSignInLink(page, (await server.server.createSignInLink()).url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${server.url}/app/settings/voice`)

  // With no speech service configured, the page explains the consequences.
  await page.getByText('No providers yet').waitFor()
  await page.getByText('Visitors can’t call').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Look for local speech servers' }).click()
  await page.getByRole('button', { name: 'Use Speech server' }).click()
  await page.getByText('Speech server added').waitFor()
  await page.getByText(`Runs on this computer, at 127.0.0.1:${kokoro.port}`).first().waitFor()

  // A wrong key is explained in a sentence; the right one speaks and transcribes itself.
  await page.getByRole('button', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Hosted')
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(`${hosted.url}/v1`)
  await dialog.getByRole('combobox', { name: 'Model that speaks' }).fill('speaker')
  await dialog.getByRole('combobox', { name: 'Voice', exact: true }).fill('nova')
  await page.keyboard.press('Enter')
  const key = dialog.getByLabel('Key', { exact: false }).first()
  await key.fill('sk-wrong')
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await dialog.getByText('The provider refuses the key (HTTP 401).').first().waitFor()
  await key.fill(SPEECH_KEY)
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await dialog.getByText('The provider hears: “Hello, this is how I sound.”').waitFor()
  expect(await dialog.getByRole('combobox', { name: 'Model that hears' }).inputValue()).toBe(
    'whisper-1',
  )
  const row = dialog.getByRole('group', { name: 'nova' })
  await row.getByRole('combobox', { name: 'Language' }).selectOption('German')
  const price = dialog.getByRole('textbox', { name: 'Per minute heard' })
  await price.fill('a lot')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a number, such as 0.15.').waitFor()
  await price.fill('0.06')
  expect(await violations(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Hosted saved.').waitFor()
  expect(await violations(page)).toEqual([])

  // Its voice can be previewed, and assistants can select it.
  await page.getByRole('button', { name: 'Listen to nova' }).click()
  await expect
    .poll(() => hosted.requests.map(({ body }) => body.toString()).join())
    .toContain('Guten Tag')
  expect((await server.call(listVoices)).map(({ name }) => name)).toContain('nova')
  expect((await server.call(listTranscriberProviders)).map(({ name }) => name)).toContain('Hosted')

  // The key appears nowhere in the page and is kept when other fields change.
  await page.getByRole('button', { name: 'Edit Hosted' }).click()
  await dialog.getByText('A key is saved.').waitFor()
  expect(await page.content()).not.toContain('canary')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Speech server')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The name has already been taken.').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Remove Hosted?' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Hosted removed.').waitFor()
  await page.getByText('Visitors can’t call').waitFor()
})
