import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { getAssistantSettings } from '#contracts/assistant-settings.ts'
import { createAssistantTest } from '#contracts/assistant-tests.ts'
import { listModels } from '#contracts/lookups.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startLlmStandIn } from '../support/llm-stand-in.ts'
import { openSignInLink } from '../support/people.ts'
import { startServer } from '../support/server.ts'

const shots = process.env['PARLEY_HOME_SHOTS']

/** Saves a screenshot of a page for manual review. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))
  await page.screenshot({ path: `${shots}/${name}.png` })
}

test('Home suggests a model of this machine, measures it on the saved tests, and has the assistant use it', async () => {
  const ollama = await startLlmStandIn({
    models: ['normal', 'nomic-embed-text'],
    reply: 'The moon is made of rock.',
  })
  onTestFinished(() => ollama[Symbol.asyncDispose]())
  const nobody = 1
  const server = await startServer({
    localModels: { ollama: ollama.port, lm_studio: nobody, llama_cpp: nobody, vllm: nobody },
  })
  const params = { id: 1 }
  const lines = [
    {
      say: 'What is the moon made of?',
      expectations: [{ kind: 'contains' as const, value: 'rock' }],
    },
  ]
  await server.call(createAssistantTest, { params, body: { name: 'Moon', lines } })
  const unknown = [
    { say: 'Who is Ada?', expectations: [{ kind: 'lacks' as const, value: 'moon' }] },
  ]
  await server.call(createAssistantTest, { params, body: { name: 'No moon', lines: unknown } })
  const page = await chromium.person()
  page.setDefaultTimeout(15_000)
  await openSignInLink(page, (await server.server.createSignInLink()).url)
  await page.goto(`${server.url}/app/home`)
  const card = page.getByRole('region', { name: 'This machine may have a better model' })
  await card.getByRole('button', { name: 'Compare on 2 saved tests' }).click()
  await card.getByRole('row', { name: /^Tests passed 1 of 2 1 of 2$/ }).waitFor()
  expect(await card.locator('.home-changes').allInnerTexts()).toEqual([
    expect.stringMatching(/^Would pass with the other model\s+Moon$/),
    expect.stringMatching(/^Would no longer pass\s+No moon$/),
  ])
  await shoot(page, 'measured')
  expect(await violations(page)).toEqual([])
  if (shots) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await shoot(page, 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    await shoot(page, 'rtl')
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
    await page.setViewportSize({ width: 390, height: 780 })
    await shoot(page, 'narrow')
  }
  await card.getByRole('button', { name: 'Use this model' }).click()
  await card.getByText('The assistant now answers with normal (Ollama).').waitFor()
  const { fields } = await server.call(getAssistantSettings, { params })
  const model = (await server.call(listModels)).find(({ id }) => id === fields.llm_model_id)
  expect(model!.name).toContain('normal')
})
