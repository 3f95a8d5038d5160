import { expect, test } from 'vitest'
import { listContacts } from '#contracts/contacts.ts'
import { listConversations } from '#contracts/conversations.ts'
import { chromium } from '../../support/chromium.ts'
import { website } from '../../support/identity.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

test('a visitor identified by the website finds their conversation in another browser, and reset forgets them there', async () => {
  const shop = await openShop()
  const { vouch } = await website(shop.server)
  const claims = { sub: 'customer-7', name: 'Ann Baker', email: 'ann@example.com' }
  const [token, again] = await Promise.all([vouch(claims), vouch(claims)])

  // Anonymous first, then signed in: the conversation carries over.
  const home = customerOn(await chromium.person())
  await home.open(shop.page())
  await home.say('I ordered a cake')
  await home.log
    .getByText(/ · Sent$/)
    .first()
    .waitFor()
  await home.page.evaluate((given) => window.parley!('identify', given), token)
  await expect
    .poll(async () => (await shop.server.call(listContacts)).data.map(({ name }) => name))
    .toContain('Ann Baker')

  // Another browser: nothing is there until the website identifies the visitor.
  const work = customerOn(await chromium.person())
  await work.open(shop.page())
  expect(await work.log.getByText('I ordered a cake').count()).toBe(0)
  await work.page.evaluate((given) => window.parley!('identify', given), again)
  await work.log.getByText('I ordered a cake').waitFor()
  await work.say('Where is it?')
  await home.log.getByText('Where is it?').waitFor()

  // After sign-out, the next person at that browser finds nothing.
  await work.page.evaluate(() => window.parley!('reset'))
  await work.log.getByText('I ordered a cake').waitFor({ state: 'detached' })
  await work.page.reload()
  await work.launcher.click()
  await work.field.waitFor()
  expect(await work.log.getByText('I ordered a cake').count()).toBe(0)
  expect((await shop.server.call(listConversations)).total).toBe(1)
  await home.log.getByText('Where is it?').waitFor()
})

test('a forged token changes nothing', async () => {
  const shop = await openShop()
  const { open, say, log, page } = customerOn(await chromium.person())
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  await open(shop.page())
  await say('I ordered a cake')
  await log
    .getByText(/ · Sent$/)
    .first()
    .waitFor()
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const forged = `${part({ alg: 'none' })}.${part({ sub: 'customer-7', exp: 9e9 })}.x`
  await page.evaluate((given) => window.parley!('identify', given), forged)
  await expect.poll(() => warnings.join()).toContain('Parley: identify:')
  await log.getByText('I ordered a cake').waitFor()
})

test('the form asks only for what the website has not provided, and the desk receives the answers', async () => {
  const form = [
    { name: 'email', label: 'E-mail', type: 'email', required: true },
    { name: 'topic', label: 'Topic', type: 'choice', options: ['Bread', 'Cake'], required: true },
    { name: 'plan', label: 'Plan', type: 'text' },
  ]
  const shop = await openShop({ settings: { form } })
  const { page, open, chat, field, button, say, log, launcher } = customerOn(
    await chromium.person(),
  )
  const head =
    '<script>window.parley = (...call) => (window.parley.q ??= []).push(call); parley("setVariables", { plan: "pro" })</script>'
  await page.goto(shop.page({ head }))
  await launcher.click()
  await chat.getByRole('heading', { name: 'Before we start' }).waitFor()
  expect(await chat.getByLabel('Plan').count()).toBe(0)
  expect(await field.count()).toBe(0)
  await button('Start chat').click()
  await chat.getByText('Please fill this in.').first().waitFor()
  await chat.getByLabel('E-mail').fill('ann@example')
  await button('Start chat').click()
  await chat.getByText(/^Please enter an email address/).waitFor()
  await chat.getByLabel('E-mail').fill('ann@example.com')
  await chat.getByLabel('Topic').selectOption('Cake')
  await button('Start chat').click()
  await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true)
  await say('Hello')
  await log
    .getByText(/ · Sent$/)
    .first()
    .waitFor()
  expect((await shop.conversation()).variables).toMatchObject({
    email: 'ann@example.com',
    topic: 'Cake',
    plan: 'pro',
  })

  // Asked only once.
  await page.reload()
  await log.getByText('Hello', { exact: true }).waitFor()
  expect(await chat.getByRole('heading', { name: 'Before we start' }).count()).toBe(0)
  await open(shop.page())
})

test('outside office hours a visitor leaves a message with an address for the reply', async () => {
  const shop = await openShop({ settings: { hours: [[], [], [], [], [], [], []] } })
  const { open, say, chat, button } = customerOn(await chromium.person())
  await open(shop.page())
  await chat.getByText(/^We’re away/).waitFor()
  expect(await chat.getByLabel('Your email address').count()).toBe(0)
  await say('Please call me')
  await chat.getByLabel('Your email address').fill('ann@example.com')
  await button('Save').click()
  await chat.getByText('Thanks. We’ll reply to ann@example.com.').first().waitFor()
  await expect
    .poll(async () => (await shop.server.call(listContacts)).data.map(({ email }) => email))
    .toContain('ann@example.com')
  await expect.poll(() => chat.getByLabel('Your email address').count()).toBe(0)
})
