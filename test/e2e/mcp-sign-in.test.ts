import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { startAuthorizationServer } from '../support/authorization-server.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { addedMcpServer, refreshedMcpServer } from '../support/mcp-chat.ts'
import { listedTool, startMcpServer } from '../support/mcp-server.ts'
import { openSignInLink } from '../support/people.ts'
import { allowing, startServer } from '../support/server.ts'

const shots = process.env['PARLEY_TOOLS_SHOTS']

/** Saves screenshots of a page for manual review: light, dark, right to left and narrow. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  const save = (variant: string) =>
    page.screenshot({ path: `${shots}/${name}-${variant}.png`, fullPage: true })
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))
  await save('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await save('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await save('rtl')
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('.mcp-server, main').last().scrollIntoViewIfNeeded()
  await save('narrow')
  await page.setViewportSize(size)
}

test('an MCP server is added, signed in to on its own page, and signed out of', async () => {
  const authority = await startAuthorizationServer()
  const mcp = await startMcpServer({ signIn: authority, pages: [[listedTool('find_stock')]] })
  const server = await startServer(allowing(mcp.host, authority.host))
  const page = await chromium.person()
  page.setDefaultTimeout(15_000)
  await openSignInLink(page, (await server.server.createSignInLink()).url)
  await page.goto(`${server.url}/app/tools`)
  await page.getByRole('button', { name: 'Add MCP server' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Warehouse')
  await dialog.getByLabel('URL').fill(mcp.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This server asks you to sign in.').waitFor()
  await shoot(page, 'needed')
  expect(await violations(page)).toEqual([])

  // Declined first.
  const signIn = page.getByRole('button', { name: `Sign in to ${authority.host}` })
  const open = async () => {
    const opened = page.context().waitForEvent('page')
    await signIn.click()
    const tab = await opened
    await tab.getByRole('link', { name: 'Approve' }).waitFor()
    return tab
  }
  const refusing = await open()
  await page.getByText('Finish signing in to').waitFor()
  await shoot(page, 'waiting')
  expect(await violations(page)).toEqual([])
  await refusing.getByRole('link', { name: 'Decline' }).click()
  await refusing.getByRole('heading', { name: 'The sign-in was declined.' }).waitFor()
  await refusing.close()
  await page.getByText('The sign-in was declined.').waitFor()
  await shoot(page, 'declined')

  // The same failure again also ends the waiting.
  const again = await open()
  await page.getByText('Finish signing in to').waitFor()
  await again.getByRole('link', { name: 'Decline' }).click()
  await again.close()
  await page.getByText('The sign-in was declined.').waitFor()

  const approving = await open()
  await approving.getByRole('link', { name: 'Approve' }).click()
  await approving.getByRole('heading', { name: 'You are signed in.' }).waitFor()
  await shoot(approving, 'returned')
  expect(await violations(approving)).toEqual([])
  await approving.close()
  await page.getByText('Signed in', { exact: true }).waitFor()
  await page.getByText('1 tool', { exact: true }).waitFor()
  await shoot(page, 'signed-in')
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await signIn.waitFor()
  expect(authority.accessTokens.size).toBe(0)
})

test('a client ID is asked for where the service registers no apps', async () => {
  const client = { id: 'parley-1', secret: 'secret-of-the-client' }
  const authority = await startAuthorizationServer({ client })
  const mcp = await startMcpServer({ signIn: authority, pages: [[listedTool('find_stock')]] })
  const server = await startServer(allowing(mcp.host, authority.host))
  const page = await chromium.person()
  page.setDefaultTimeout(15_000)
  await openSignInLink(page, (await server.server.createSignInLink()).url)
  await page.goto(`${server.url}/app/tools`)
  await page.getByRole('button', { name: 'Add MCP server' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Warehouse')
  await dialog.getByLabel('URL').fill(mcp.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: `Sign in to ${authority.host}` }).click()
  await dialog.getByText('/oauth/mcp/callback').waitFor()
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await shoot(page, 'client')
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Client ID').fill(client.id)
  await dialog.getByLabel('Client secret').fill(client.secret)
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  const tab = await opened
  await tab.getByRole('link', { name: 'Approve' }).click()
  await tab.getByRole('heading', { name: 'You are signed in.' }).waitFor()
  await page.getByText('Signed in', { exact: true }).waitFor()
})

test('a client ID is dropped again by emptying its field, where Parley can register itself', async () => {
  const authority = await startAuthorizationServer()
  const mcp = await startMcpServer({ signIn: authority, pages: [[listedTool('find_stock')]] })
  const server = await startServer(allowing(mcp.host, authority.host))
  const id = await addedMcpServer(server, mcp.url)
  await refreshedMcpServer(server, id)
  const redirects = [`${server.url}/oauth/mcp/callback`]
  authority.clients.set('parley-1', { secret: undefined, redirects })
  const page = await chromium.person()
  page.setDefaultTimeout(15_000)
  await openSignInLink(page, (await server.server.createSignInLink()).url)
  await page.goto(`${server.url}/app/tools`)
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Client ID')
  /** The client for which the page is opened. */
  const signedInAs = async () => {
    const opened = page.context().waitForEvent('page')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    const tab = await opened
    await tab.getByRole('link', { name: 'Approve' }).waitFor()
    const client = new URL(tab.url()).searchParams.get('client_id')
    await tab.close()
    await page.getByRole('button', { name: 'Cancel' }).click()
    return client
  }
  await page.getByRole('button', { name: 'Use a client ID' }).click()
  await field.fill('parley-1')
  await shoot(page, 'client-optional')
  expect(await violations(page)).toEqual([])
  expect(await signedInAs()).toBe('parley-1')

  await page.getByRole('button', { name: 'Change client ID' }).click()
  expect(await field.inputValue()).toBe('parley-1')
  await field.fill('')
  expect(await signedInAs()).not.toBe('parley-1')
  await page.getByRole('button', { name: 'Use a client ID' }).waitFor()
})
