import { expect, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { startLlmStandIn } from '../support/llm-stand-in.ts'
import { openSignInLink } from '../support/people.ts'
import { createVisitor } from '../support/visitor.ts'

/** A one-pixel PNG. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('an operator formats a reply with a picture in place, previews it, has it translated, takes that back and sends it', async () => {
  await using standIn = await startLlmStandIn({ reply: 'Hallo, **wir haben auf**.' })
  const desk = await startDesk({ llm: { url: standIn.url, model: 'normal', key: undefined } })
  const visitor = await createVisitor(desk)
  await visitor.say('Habt ihr heute geöffnet? Ich wollte gerne vorbeikommen.')
  const page = await chromium.person({ viewport: { width: 1280, height: 900 } })
  await openSignInLink(page, await desk.signInLink())
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goto(`${desk.url}/app/inbox/${visitor.conversationId}`)
  const field = page.getByRole('textbox', { name: /^Reply to/ })
  await field.fill('We are open')
  await field.press('ControlOrMeta+A')
  await field.press('ControlOrMeta+B')
  expect(await field.inputValue()).toBe('**We are open**')
  // The browser's own undo takes formatting back.
  await field.press('ControlOrMeta+Z')
  expect(await field.inputValue()).toBe('We are open')
  await field.press('ControlOrMeta+A')
  await page.getByRole('button', { name: 'Bold' }).click()
  await field.press('End')
  await page.locator('.composer input[type=file]').setInputFiles({
    name: 'door.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PIXEL, 'base64'),
  })
  await page.getByRole('button', { name: 'Place door.png in the text' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.locator('strong', { hasText: 'We are open' }).waitFor()
  await preview.getByRole('img', { name: 'door.png' }).waitFor()
  await page.getByRole('button', { name: 'Emoji' }).click()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  const written = await field.inputValue()
  await page.getByRole('button', { name: 'AI help' }).click()
  await page.getByRole('menuitem', { name: 'Translate into German' }).click()
  const proposal = page.getByRole('region', { name: 'Suggestion' })
  await proposal.getByText('wir haben auf').waitFor()
  expect(await violations(page)).toEqual([])
  await proposal.getByRole('button', { name: 'Use' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await field.inputValue()).toBe(written)
  await page.getByRole('button', { name: 'AI help' }).click()
  await page.getByRole('menuitem', { name: 'Translate into German' }).click()
  await proposal.getByRole('button', { name: 'Use' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const log = page.getByRole('log')
  await log.locator('strong', { hasText: 'wir haben auf' }).waitFor()
  await log.getByRole('button', { name: 'Show original' }).click()
  await log.getByText('We are open').waitFor()
  const params = { uuid: visitor.conversationId }
  const { messages } = await desk.call(getConversation, { params })
  expect(messages.at(-1)).toMatchObject({
    content: 'Hallo, **wir haben auf**.',
    translations: [{ content: written, is_original: true }],
  })
})
