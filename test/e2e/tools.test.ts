import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { listModels } from '#contracts/lookups.ts'
import { listTools } from '#contracts/tools.ts'
import { settled, violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startLlmStandIn } from '../support/llm-stand-in.ts'
import { openSignInLink, operatorOn, visitorOn } from '../support/people.ts'
import { startReceiver } from '../support/receiver.ts'
import { startServer } from '../support/server.ts'

const shots = process.env['PARLEY_TOOLS_SHOTS']

/** Saves a screenshot of a page for manual review. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

test('a tool is written, refused, allowed, tried out, assigned to an assistant and called in a chat', async () => {
  const shop = await startReceiver((res, { headers }) =>
    res.end(headers.authorization === 'Bearer s3cret-of-the-shop' ? '{"count":7}' : '{}'),
  )
  const model = await startLlmStandIn({
    personality: 'scripted',
    script: [{ calls: [{ name: 'stock', args: { item: 'rye' } }] }, { says: 'Seven are left.' }],
  })
  onTestFinished(() => model[Symbol.asyncDispose]())
  const server = await startServer({
    llm: { url: model.url, key: 'sk-canary', model: 'some-model' },
    network: { policy: 'desktop', allowPrivate: [] },
  })
  const page = await chromium.person()
  page.setDefaultTimeout(15_000)
  await openSignInLink(page, (await server.server.createSignInLink()).url)
  await page.getByRole('heading', { level: 1 }).first().waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('x')
  await page.getByText('No tools yet').waitFor()
  await shoot(page, 'empty')
  expect(await violations(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'New tool' }).first().click()

  // Missing values are reported beside their field, and the input stays.
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Stock!')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText(/may only contain lowercase letters/).waitFor()
  await page.getByText('The description field is required.').waitFor()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue())
    .toBe('Stock!')
  await shoot(page, 'refused')
  expect(await violations(page)).toEqual([])

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('stock')
  await page.getByRole('textbox', { name: 'Description' }).fill('How many of a thing are left.')
  await page.getByRole('combobox', { name: 'Method' }).selectOption('POST')
  await page.getByRole('textbox', { name: 'URL' }).fill(shop.url)
  await page.getByRole('button', { name: 'Add header' }).click()
  await page.keyboard.type('Authorization')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bearer s3cret-of-the-shop')
  await page.getByRole('button', { name: 'Add argument' }).click()
  await page.keyboard.type('item')
  await page.getByRole('group', { name: 'Argument 1' }).getByLabel('Description').fill('Its name.')

  // A private address: nothing is sent until the owner allows it.
  await page.getByRole('textbox', { name: 'item' }).fill('rye')
  await page.keyboard.press('Enter')
  await page.getByText('Call failed').waitFor()
  await shoot(page, 'blocked')
  expect(await violations(page)).toEqual([])
  expect(shop.requests).toEqual([])
  await page.getByRole('button', { name: `Save, then allow ${shop.host}` }).click()
  await page.getByText('stock saved.').waitFor()
  await page.waitForURL(/settings\/network\?allow=/)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByRole('main').getByText(shop.host).first().waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'stock', level: 1 }).waitFor()

  const header = page.getByRole('group', { name: 'Header 1' })
  await expect.poll(() => header.getByLabel('Value').inputValue()).toBe('')
  await page.getByRole('textbox', { name: 'item' }).fill('rye')
  await page.keyboard.press('Enter')
  await page.getByText('Success').waitFor()
  await page.getByText('HTTP 200').waitFor()
  expect(shop.requests).toMatchObject([
    {
      method: 'POST',
      body: '{"item":"rye"}',
      headers: { authorization: 'Bearer s3cret-of-the-shop' },
    },
  ])
  expect(await page.getByRole('main').innerText()).not.toContain('s3cret')
  await shoot(page, 'tried')
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await shoot(page, 'tried-dark')
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  await shoot(page, 'tried-390')
  expect(await violations(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await shoot(page, 'tried-rtl')
  await page.evaluate(() => document.documentElement.removeAttribute('dir'))

  // Leaving unsaved changes asks for confirmation.
  await page
    .getByRole('textbox', { name: 'Description' })
    .first()
    .fill('How many are left, by name.')
  await page.getByRole('link', { name: 'Knowledge', exact: true }).click()
  await page.getByRole('dialog').getByText('will be lost').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+s')
  // The notice of the first save may still be showing.
  await expect
    .poll(() => server.call(listTools))
    .toMatchObject([
      {
        name: 'stock',
        description: 'How many are left, by name.',
        headers: [{ name: 'Authorization', value: 'Bearer s3cret-of-the-shop' }],
      },
    ])

  // The tool is assigned in the assistant's form.
  await page.goto(`${server.url}/app/assistants/1`)
  const tools = page.getByRole('combobox', { name: 'Custom tools' })
  await tools.click()
  await page.getByRole('option', { name: /stock/ }).click()
  await page.keyboard.press('Escape')
  await shoot(page, 'assistant')
  await page.keyboard.press('Control+s')
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor()
  const llm_model_id = (await server.call(listModels)).find((one) => one.name === 'some-model')!.id
  await server.call(updateAssistant, { params: { id: 1 }, body: { llm_model_id } })
  await page.goto(`${server.url}/app/tools`)
  await settled(page)
  await page.getByRole('row', { name: /stock/ }).getByText('Guide').waitFor()
  await shoot(page, 'list')
  expect(await violations(page)).toEqual([])

  const visitor = visitorOn(await chromium.person())
  await visitor.open(server.url)
  await visitor.say('How many rye breads?')
  await visitor.log.getByText('Seven are left.').waitFor()
  expect(shop.requests).toHaveLength(2)
  await page.goto(`${server.url}/app/inbox`)
  const operator = operatorOn(page)
  await operator.openFirst()
  await operator.thread.getByText('Used stock').click()
  await operator.thread.getByText('"count": 7').waitFor()
  await shoot(page, 'inbox')
  expect(await violations(page)).toEqual([])

  await page.goto(`${server.url}/app/tools`)
  await page.getByRole('button', { name: 'Actions for stock' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog')
    .getByText(/^These assistants will lose it: Parley guide/)
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No tools yet').waitFor()
  await expect.poll(() => server.call(listTools)).toEqual([])
})
