import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { getEmbedding, updateEmbedding } from '#contracts/assistant-embedding.ts'
import { activateAssistant } from '#contracts/assistants.ts'
import { checkSite } from '#contracts/site-checks.ts'
import { expectNoFault } from '../support/axe.ts'
import { framed } from '../support/checked-pages/page.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { wizard } from '../support/embed-wizard.ts'
import { partsOf } from '../support/lab-guest.ts'
import { freePort } from '../support/life.ts'
import { allowing } from '../support/server.ts'
import { startWebsite } from '../support/website.ts'

test('the owner checks a page, follows what is said, and checks again', async () => {
  const pages: Parameters<typeof startWebsite>[0] = {}
  const site = await startWebsite(pages)
  // A server with a public address makes no exceptions for local pages.
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const life = await startDesk({ ...allowing(`127.0.0.1:${site.port}`), port, publicUrl })
  const params = { id: 1 }
  await life.call(activateAssistant, { params })
  await life.call(updateEmbedding, { params, body: { allowed_origins: [] } })
  const { snippet, origin } = await life.call(getEmbedding, { params })
  let policy = "script-src 'self'; img-src *"
  let html = framed(
    '<a class="back-to-top" href="#">Top</a>',
    '<meta name="theme-color" content="#be185d">',
  )
  pages['/'] = (_req, res) =>
    res.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html)

  const { page } = await wizard(life)
  const card = page.locator('#embed-check')
  const address = card.getByRole('textbox', { name: 'Address of the page' })

  // An address that cannot be read is explained beside its field, and stays.
  await address.fill('http://10.1.2.3/')
  await card.getByRole('button', { name: 'Check' }).click()
  await card.getByText('10.1.2.3 is a private address').waitFor()
  expect(await address.inputValue()).toBe('http://10.1.2.3/')

  await address.fill(`${site.url}/`)
  await address.press('Enter')
  await card.getByText('3 things to look at').waitFor()
  const titles = () => card.getByRole('listitem').getByRole('heading').allTextContents()
  expect(await titles()).toEqual([
    'This website is not allowed to show the chat',
    'The content security policy blocks the chat',
    'The code is not in the page',
    'Another button floats in a corner: back-to-top',
    'The page has colors of its own',
  ])
  await expectNoFault('the findings', page, '#embed-check')
  // Only the desktop app has a window for the page.
  expect(await card.getByRole('button', { name: /^Open at/ }).count()).toBe(0)

  await card.getByRole('button', { name: 'Allow this website' }).click()
  await card.getByText('Allowed. Check again.').waitFor()
  await card.getByRole('button', { name: 'Use #be185d for the chat' }).click()
  await card.getByRole('button', { name: 'Move the button up to 96 px' }).click()
  await page.getByText('Not saved yet.').waitFor()
  const tag = await card.locator('code', { hasText: 'data-assistant' }).textContent()
  expect(tag).toContain('data-color="#be185d" data-offset-y="96"')

  // Everything as it was said.
  policy = (await card.locator('code', { hasText: 'script-src' }).last().textContent()) ?? ''
  expect(policy).toBe(`script-src 'self' ${origin};`)
  html = framed(tag!)
  await card.getByRole('button', { name: 'Check again' }).click()
  await card.getByText('Nothing keeps the chat from working.').waitFor()
  expect(await titles()).toEqual([])
  expect(snippet).not.toBe(tag)

  await chats(await chromium.person(), `${site.url}/`)
})

test.each([
  ["default-src 'self'", 'csp_blocks_chat'],
  ["default-src 'none'; script-src-elem 'self'; connect-src 'none'", 'csp_blocks_chat'],
  ["script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='", 'csp_blocks_chat'],
  ["script-src 'nonce-abc' 'strict-dynamic'; object-src 'none'", 'csp_needs_nonce'],
  ["script-src 'sha256-AAAA' 'strict-dynamic'; base-uri 'none'", 'csp_needs_hash'],
  ['sandbox allow-forms', 'csp_sandbox'],
])('what is to be pasted for the policy %s makes the chat work', async (policy, code) => {
  const pages: Parameters<typeof startWebsite>[0] = {}
  const site = await startWebsite(pages)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-site-check-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const life = await startDesk({ ...allowing(`127.0.0.1:${site.port}`), dataDir })
  const params = { id: 1 }
  await life.call(activateAssistant, { params })
  const { snippet } = await life.call(getEmbedding, { params })
  const serve = (header: string, tag: string) => {
    pages['/'] = (_req, res) =>
      res
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': header })
        .end(framed(tag))
  }
  const check = async () => {
    const { data } = await life.call(checkSite, { params, body: { url: `${site.url}/` } })
    return data.findings
  }

  serve(policy, snippet)
  const [finding] = await check()
  expect(finding?.code).toBe(code)
  const [pasted, tag] = applied(policy, snippet, finding!.paste!)
  serve(pasted, tag)
  expect(await check()).toEqual([])
  await chats(await chromium.person(), `${site.url}/`)
})

/** Opens the chat on a page, as a visitor does, and waits until it can be typed into. */
async function chats(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const { launcher, field } = partsOf(page)
  await launcher.click()
  await field.waitFor()
}

/** The policy and the tag of a page on which everything was pasted. */
function applied(policy: string, snippet: string, paste: string): [policy: string, tag: string] {
  if (paste.startsWith('<script')) return [policy, paste.replace('YOUR-NONCE', 'abc')]
  const [lines = '', tag = snippet] = paste.split(';\n\n')
  const names = lines.split('\n').map((line) => line.split(' ')[0])
  const kept = policy.split('; ').filter((line) => !names.includes(line.split(' ')[0]))
  return [[...kept, lines.replaceAll('\n', ' ')].join('; '), tag]
}
