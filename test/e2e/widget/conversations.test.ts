import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getConversation, listConversations } from '#contracts/conversations.ts'
import { chromium } from '../../support/chromium.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

test('a visitor has several conversations and can reopen each of them', async () => {
  const shop = await openShop()
  const { page, open, say, choose, log, chat, field } = customerOn(await chromium.person())
  await open(shop.page())
  await say('Do you have rye?')
  await log
    .getByText(/ · Sent$/)
    .first()
    .waitFor()
  await choose('New conversation')
  await log.getByText('Do you have rye?').waitFor({ state: 'detached' })
  await say('When are you open?')
  await log
    .getByText(/ · Sent$/)
    .first()
    .waitFor()
  await expect.poll(async () => (await shop.server.call(listConversations)).total).toBe(2)

  await choose('Past conversations')
  await chat.getByRole('listitem').nth(1).waitFor()
  await expect.poll(() => chat.getByRole('listitem').count()).toBe(2)
  await chat.getByRole('listitem').last().getByRole('button').click()
  await log.getByText('Do you have rye?').waitFor()
  expect(await log.getByText('When are you open?').count()).toBe(0)

  // The reopened one stays current, also after a reload.
  await page.reload()
  await log.getByText('Do you have rye?').waitFor()
  await field.waitFor()
})

test('when a conversation ends, the visitor rates it and the desk sees the rating', async () => {
  const shop = await openShop()
  const { open, ask, choose, chat, log, button, field } = customerOn(await chromium.person())
  await open(shop.page())
  await ask()
  await choose('End conversation')
  await chat.getByText('This conversation has ended.').waitFor()
  await expect.poll(() => field.count()).toBe(0)
  await chat.getByRole('radio', { name: 'Very good' }).check({ force: true })
  await chat.getByRole('textbox', { name: /Anything to add/ }).fill('Quick and friendly')
  await button('Send rating').click()
  await chat.getByText('Thanks for your rating.').waitFor()
  const { rating, id } = await shop.conversation()
  expect(rating).toMatchObject({ rating: 5, comment: 'Quick and friendly' })

  // The next message starts a new conversation.
  await button('Start a new one').click()
  await field.fill('One more thing')
  await field.press('Enter')
  await log
    .getByText(/ · Sent$/)
    .first()
    .waitFor()
  expect((await shop.conversation()).id).not.toBe(id)
})

test('the transcript is downloaded', async () => {
  const shop = await openShop()
  const { page, open, ask, choose } = customerOn(await chromium.person())
  await open(shop.page())
  await ask()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    choose('Download transcript'),
  ])
  expect(download.suggestedFilename()).toMatch(/^Transcript \d{4}-\d\d-\d\d\.txt$/)
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toContain('You:\nWhat does Parley cost?')
  for (const { content } of (await shop.conversation()).messages) expect(text).toContain(content)
})

test('“Erase my chat” deletes it both locally and on the server', async () => {
  const shop = await openShop()
  const { page, open, say, choose, chat, log, button } = customerOn(await chromium.person())
  await open(shop.page())
  await say('My secret is 4711')
  await log
    .getByText(/ · Sent$/)
    .first()
    .waitFor()
  const { id } = await shop.conversation()
  await choose('Erase my chat')
  await chat.getByText(/This can’t be undone/).waitFor()
  await button('Cancel').click()
  await log.getByText('My secret is 4711').waitFor()
  await choose('Erase my chat')
  await chat.locator('.danger').click()
  await chat.getByText('Your chat has been erased.').first().waitFor()
  await expect.poll(() => log.getByText('My secret is 4711').count()).toBe(0)
  await expect(shop.server.call(getConversation, { params: { uuid: id } })).rejects.toThrow(
    'not found',
  )
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('token')
  await page.reload()
  await page.locator('parley-chat [aria-expanded]').first().click()
  await say('Hello again')
  await log
    .getByText(/ · Sent$/)
    .first()
    .waitFor()
  expect(await log.getByText('My secret is 4711').count()).toBe(0)
})
