import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { createCannedReply } from '#contracts/canned-replies.ts'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { createNote } from '#contracts/notes.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { conversationOf, greetedAt } from '../support/onlookers.ts'
import { colleague } from '../support/operators.ts'
import { operatorOn } from '../support/people.ts'

/** A one-pixel PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A visitor whose conversation an operator has taken over and has open. */
async function scene() {
  const { life, visitor, operator } = await greetedAt(await startDesk())
  await operator.page.keyboard.press('3')
  await operator.thread.getByText(/took over$/).waitFor()
  const { params } = await conversationOf(life)
  return { life, visitor, operator, params }
}

const field = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })
const noteField = (page: Page) => page.getByRole('textbox', { name: 'Private note' })

test('a note is written, deleted and restored, and never reaches the visitor', async () => {
  const { visitor, operator } = await scene()
  const { page, thread } = operator
  await page.keyboard.press('n')
  await noteField(page).fill('She owes us money')
  await noteField(page).press('Enter')
  const note = thread.getByRole('article', { name: /^Private note by/ })
  await note.getByText('She owes us money').waitFor()
  expect(await violations(page)).toEqual([])

  await note.hover()
  await note.getByRole('button', { name: 'Delete note' }).click()
  await note.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await note.waitFor()

  await page.keyboard.press('r')
  await operator.reply('How can I help?')
  await visitor.log.getByText('How can I help?').waitFor()
  expect(await visitor.page.content()).not.toContain('owes us')
})

test('a canned reply is found by its shortcut, filled in, and not sent with a placeholder left open', async () => {
  const { life, visitor, operator } = await scene()
  const { page } = operator
  const content = 'We ship to {{country}}. Best wishes, {{operator_name}}'
  await life.call(createCannedReply, {
    body: { shortcut: 'shipping', title: 'Shipping', content },
  })
  await page.keyboard.press('r')
  await field(page).pressSequentially('/ship')
  await page.getByRole('option', { name: /shipping/ }).waitFor()
  expect(await violations(page)).toEqual([])
  await field(page).press('Enter')
  await expect
    .poll(() => field(page).inputValue())
    .toMatch(/^We ship to \{\{country\}\}\. Best wishes, \S/)
  await field(page).press('Enter')
  await page.getByText('Fill in {{country}} first.').waitFor()
  // The placeholder is selected, so typing fills it.
  await field(page).evaluate((area: HTMLTextAreaElement) => {
    const at = area.value.indexOf('{{')
    area.setSelectionRange(at, area.value.indexOf('}}') + 2)
  })
  await page.keyboard.type('Austria')
  await field(page).press('Enter')
  await visitor.log.getByText(/^We ship to Austria\. Best wishes, \S/).waitFor()
})

test('a picture is attached, and the visitor sees it', async () => {
  const { visitor, operator } = await scene()
  const { page, thread } = operator
  await page
    .getByLabel('Attach files')
    .and(page.locator('input'))
    .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: PIXEL })
  await page.getByRole('list', { name: 'Attachments' }).getByText('plan.png').waitFor()
  await expect.poll(() => page.locator('.pending-file.is-ready').count()).toBe(1)
  await operator.reply('Here is the plan.')
  await thread.getByRole('img', { name: 'plan.png' }).waitFor()
  const link = visitor.log.getByRole('link', { name: 'plan.png' })
  await link.waitFor()
  const picture = link.locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
})

test('a draft appears in the same operator’s other browser, while colleagues see only that one exists', async () => {
  const { life, operator, params } = await scene()
  await field(operator.page).fill('I will look into it')
  await expect
    .poll(async () => (await life.call(getConversation, { params })).drafts)
    .toMatchObject([{ content: 'I will look into it' }])
  const elsewhere = operatorOn(await chromium.person())
  await elsewhere.signIn(life)
  await elsewhere.openFirst()
  await expect.poll(() => field(elsewhere.page).inputValue()).toBe('I will look into it')

  const ben = await colleague(life, 'Ben')
  const page = await chromium.person()
  const [name, value] = ben.cookie.split('=') as [string, string]
  await page.context().addCookies([{ name, value, url: life.url }])
  await page.goto(`${life.url}/app/inbox/${params.uuid}`)
  await page.getByText(/has a draft here/).waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('')
  expect(await page.content()).not.toContain('look into it')
})

test('the visitor’s typing is previewed live, and read receipts come back', async () => {
  const { visitor, operator } = await scene()
  await visitor.field.pressSequentially('Could you please', { delay: 20 })
  await operator.thread.getByText('Could you please').waitFor()
  await visitor.field.fill('')
  await operator.thread.getByText('Could you please').waitFor({ state: 'detached' })
  await operator.reply('Still there?')
  await operator.thread.getByText('Seen').waitFor()
})

test('a contact is edited in the panel, rejected where invalid, and updated everywhere', async () => {
  const { operator } = await scene()
  const { page } = operator
  const panel = page.getByRole('complementary', { name: 'Details' })
  await panel.getByRole('button', { name: 'Add email' }).click()
  await panel.getByRole('textbox', { name: 'Email' }).fill('ada')
  await page.keyboard.press('Enter')
  await panel.getByText(/must be a valid email/).waitFor()
  await expect.poll(() => panel.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('ada')
  await panel.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await page.keyboard.press('Enter')
  await panel.getByRole('link', { name: 'ada@example.com' }).waitFor()
  await panel.getByRole('button', { name: 'Add name' }).click()
  await panel.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
  await panel.getByRole('heading', { name: 'Pages visited' }).waitFor()
  expect(await violations(page)).toEqual([])

  await panel.getByRole('link', { name: 'Open contact' }).click()
  await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  await page.getByRole('searchbox', { name: /^Search name/ }).fill('lovel')
  await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
  await expect.poll(() => page.url()).toContain('q=lovel')
  expect(await violations(page)).toEqual([])
})

test('the menu ends a conversation with undo, snoozes it, and marks messages as unread', async () => {
  const { visitor, operator } = await scene()
  const { page, thread } = operator
  const choose = async (name: string | RegExp) => {
    await page.getByRole('button', { name: 'Conversation actions' }).click()
    const menu = page.getByRole('menu', { name: 'Conversation actions' })
    // It opens below its button rather than in a corner of the window.
    const [box, button] = await Promise.all([
      menu.boundingBox(),
      page.getByRole('button', { name: 'Conversation actions' }).boundingBox(),
    ])
    expect(Math.abs(box!.x + box!.width - button!.x - button!.width)).toBeLessThan(2)
    await menu.getByRole('menuitem', { name }).click()
  }
  await choose(/^Resolve/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  await choose(/^Snooze/)
  await page.getByRole('button', { name: /^In one hour/ }).click()
  await thread.getByText(/snoozed this until/).waitFor()
  await choose(/^Unsnooze/)
  await thread.getByText(/unsnoozed this/).waitFor()

  await visitor.say('One more thing')
  await thread.getByText('One more thing').waitFor()
  await choose(/^Mark as unread/)
  await thread.waitFor({ state: 'detached' })
  await operator.rows.first().getByText('1 unread').waitFor()
  await operator.openFirst()
  await thread.getByText('New', { exact: true }).waitFor()
})

test('a transcript contains the dialogue, and the full export everything else', async () => {
  const { operator } = await scene()
  const { page, thread } = operator
  await page.keyboard.press('n')
  await noteField(page).fill('Between us')
  await noteField(page).press('Enter')
  await thread.getByText('Between us').waitFor()
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Conversation actions' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).click()
    return readFileSync(await (await download).path(), 'utf8')
  }
  const text = await save('Download transcript (text)')
  expect(text).toContain('hello')
  expect(text).not.toContain('Between us')
  const whole = JSON.parse(await save('Download all data (JSON)'))
  expect(whole).toMatchObject({ notes: [{ content: 'Between us' }] })
})

test('a message that fails to send waits with its reason and is delivered once on retry', async () => {
  const { visitor, operator } = await scene()
  const { page, thread } = operator
  await page.route('**/api/user/conversations/*/messages', (route) => route.abort())
  await operator.reply('Does this arrive?')
  await thread.getByText(/Not sent\./).waitFor()
  const region = page.getByRole('status')
  await region.getByText(/^Not sent\. ./).waitFor()
  expect(await violations(page)).toEqual([])
  await page.unrouteAll()
  await thread.getByRole('button', { name: 'Try again' }).click()
  await visitor.log.getByText('Does this arrive?').waitFor()
  await region.getByText('Reply sent.').waitFor()
  await thread.getByText(/Not sent\./).waitFor({ state: 'detached' })
  await expect.poll(() => visitor.log.getByText('Does this arrive?').count()).toBe(1)
})

test('a long thread opens at the first unread message, at a linked message, and at the end', async () => {
  const { life, visitor, operator, params } = await scene()
  const { page, thread } = operator
  const reply = (content: string) =>
    life.call(replyToConversation, { params, body: { client_id: randomUUID(), content } })
  for (let number = 1; number <= 150; number += 1) await reply(`Reply number ${number}.`)
  await life.call(createNote, { params, body: { client_id: randomUUID(), content: 'Many' } })
  await thread.getByText('Reply number 150.').waitFor()
  await page.getByRole('link', { name: 'Home' }).first().click()
  await thread.waitFor({ state: 'detached' })
  await visitor.say('Are you still there?')
  for (let number = 151; number <= 200; number += 1) await reply(`Reply number ${number}.`)

  await page.goto(`${life.url}/app/inbox/${params.uuid}`)
  await thread.getByText('New', { exact: true }).waitFor()
  await expect.poll(() => isInSight(thread.getByText('Are you still there?'))).toBe(true)
  expect(await thread.getByText('Reply number 200.').count()).toBe(0)
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect.poll(() => isInSight(thread.getByText('Reply number 200.'))).toBe(true)

  await page.goto(`${life.url}/app/inbox/${params.uuid}?message=12`)
  await expect.poll(() => thread.locator('.is-target').count()).toBe(1)
  await expect.poll(() => isInSight(thread.locator('.is-target'))).toBe(true)
  // Scrolling up loads older messages without moving the current one.
  await thread.locator('.is-target').hover()
  for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, -400)
  await thread.getByText('hello', { exact: true }).waitFor()
})

async function isInSight(locator: ReturnType<Page['getByText']>): Promise<boolean> {
  const box = await locator.first().boundingBox()
  const size = locator.page().viewportSize()
  return box !== null && size !== null && box.y > 0 && box.y + box.height < size.height
}
