import { expect, onTestFinished, test } from 'vitest'
import { listModels } from '#contracts/lookups.ts'
import { listModelProviders } from '#contracts/model-providers.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startLlmStandIn } from '../support/llm-stand-in.ts'
import { openSignInLink } from '../support/people.ts'
import { allowing, startServer } from '../support/server.ts'

const KEY = 'sk-canary-of-the-story'

async function standInWith(options: Parameters<typeof startLlmStandIn>[0]) {
  const standIn = await startLlmStandIn(options)
  onTestFinished(() => standIn[Symbol.asyncDispose]())
  return standIn
}

test('the owner finds a local model server, adds a provider with a key and prices, and sees configuration errors', async () => {
  const ollama = await standInWith({ models: ['normal', 'nomic-embed-text'] })
  const hosted = await standInWith({ models: ['normal', 'slow', 'thinking'], key: KEY })
  const nobody = 1
  const server = await startServer({
    localModels: { ollama: ollama.port, lm_studio: nobody, llama_cpp: nobody, vllm: nobody },
    ...allowing(`127.0.0.1:${hosted.port}`),
  })
  const page = await chromium.person()
  await openSignInLink(page, (await server.server.createSignInLink()).url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${server.url}/app/settings/models`)

  // One click for a server on this machine.
  await page.getByText('No providers yet').waitFor()
  await page.getByRole('button', { name: 'Look for models' }).click()
  await page.getByRole('button', { name: 'Use Ollama' }).click()
  await page.getByText('Ollama added').waitFor()
  await page.getByRole('heading', { name: 'Ollama' }).waitFor()

  // A wrong key is explained in a sentence; the right one lists the models and tests one.
  await page.getByRole('button', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Hosted')
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(hosted.url)
  await dialog.getByLabel('Key', { exact: false }).first().fill('sk-wrong')
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await dialog.getByText('The provider refuses the key (HTTP 401).').waitFor()
  await dialog.getByLabel('Key', { exact: false }).first().fill(KEY)
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await dialog.getByText('normal answers.').waitFor()
  await dialog.getByText(/First token after/).waitFor()
  await dialog.getByRole('combobox', { name: 'Model', exact: true }).fill('slow')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const row = dialog.getByRole('group', { name: 'slow' })
  await row.getByRole('textbox', { name: 'Display name' }).fill('Slow but sure')
  await row.getByRole('textbox', { name: 'Input price' }).fill('0.15')
  await row.getByRole('textbox', { name: 'Output price' }).fill('0,6')
  expect(await violations(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Hosted saved.').waitFor()
  await page.getByText('$0.15 in, $0.6 out').waitFor()
  await page.getByText('Key saved').waitFor()
  expect(await violations(page)).toEqual([])

  // The key appears nowhere in the page and is kept when other fields change.
  await page.getByRole('button', { name: 'Edit Hosted' }).click()
  await dialog.getByText('A key is saved.').waitFor()
  expect(await page.content()).not.toContain('canary')
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await dialog.getByText('slow answers.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { data } = await server.call(listModelProviders)
  expect(data.map(({ name, has_key }) => [name, has_key])).toEqual([
    ['Ollama', false],
    ['Hosted', true],
  ])
  const models = await server.call(listModels)
  expect(models.map(({ name }) => name)).toEqual(['Built-in (offline)', 'normal', 'Slow but sure'])

  await page.getByRole('button', { name: 'Remove Ollama?' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Ollama removed.').waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Ollama' }).count()).toBe(0)
})
