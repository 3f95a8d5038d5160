import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { listMcpServers } from '#contracts/mcp-servers.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { listedTool, startMcpServer } from '../support/mcp-server.ts'
import { openSignInLink } from '../support/people.ts'
import { allowing, startServer } from '../support/server.ts'

const shots = process.env['PARLEY_TOOLS_SHOTS']

/** Saves a screenshot of a page for manual review. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

test('an MCP server is added, refused, connected, and its tools are switched and chosen', async () => {
  const token = 's3cret-of-the-warehouse'
  const mcp = await startMcpServer({
    token,
    pages: [
      [
        listedTool('find_stock', { annotations: { readOnlyHint: true } }),
        listedTool('order_item', { description: 'Orders an item for the customer.' }),
      ],
    ],
  })
  const server = await startServer(allowing(mcp.host))
  const page = await chromium.person()
  page.setDefaultTimeout(15_000)
  await openSignInLink(page, (await server.server.createSignInLink()).url)
  await page.goto(`${server.url}/app/tools`)
  await page.getByText('No MCP servers yet.').waitFor()
  await shoot(page, 'none')

  // Errors stand beside their fields.
  await page.getByRole('button', { name: 'Add MCP server' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Warehouse')
  await dialog.getByLabel('URL').fill('warehouse')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Warehouse')
  await shoot(page, 'refused')
  expect(await violations(page)).toEqual([])

  // A wrong token is explained, and entered again.
  await dialog.getByLabel('URL').fill(mcp.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The MCP server refuses the token (HTTP 401).').waitFor()
  await shoot(page, 'wrong-token')
  await page.getByRole('button', { name: 'Edit Warehouse' }).click()
  await dialog.getByLabel('Token').fill(token)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Connected: 2 tools.').waitFor()

  await page.getByText('2 tools', { exact: true }).click()
  await page.getByRole('switch', { name: 'order_item' }).click()
  await expect
    .poll(async () => (await server.call(listMcpServers)).data[0]!.tools_off)
    .toEqual(['order_item'])
  await expect.poll(() => page.getByRole('switch', { name: 'order_item' }).isChecked()).toBe(false)
  expect(await violations(page)).toEqual([])
  if (shots) await shootVariants(page)

  await page.goto(`${server.url}/app/assistants/1`)
  const chosen = page.getByRole('combobox', { name: 'Tools of MCP servers' })
  await chosen.click()
  await page.getByRole('option', { name: 'Warehouse: find_stock' }).click()
  await shoot(page, 'assistant')

  await page.goto(`${server.url}/app/tools`)
  await page.getByRole('button', { name: 'Remove Warehouse?' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No MCP servers yet.').waitFor()
})

async function shootVariants(page: Page): Promise<void> {
  await shoot(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shoot(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await shoot(page, 'rtl')
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await shoot(page, 'narrow')
  await page.setViewportSize(size)
}
