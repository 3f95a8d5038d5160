import { expect, test } from 'vitest'
import { listConversations } from '#contracts/conversations.ts'
import { chromium } from '../support/chromium.ts'
import { live } from '../support/life.ts'
import { operatorOn, visitorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'

const QUESTION = 'What does Parley cost?'
const ANSWER = /free/i

test('a visitor asks on the demo page; an operator sees it live, takes over, replies and hands back', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const visitor = visitorOn(await chromium.person())
  const operator = operatorOn(await chromium.person())
  await operator.signIn(life)

  // The visitor opens the bubble and asks; the answer streams in.
  await visitor.open(life.url)
  await visitor.say(QUESTION)
  await visitor.log.getByText(ANSWER).first().waitFor()

  // A reload keeps the conversation.
  await visitor.page.reload()
  await visitor.log.getByText(QUESTION).waitFor()
  await visitor.log.getByText(ANSWER).first().waitFor()

  // The desk shows it without a refresh, with visitor and assistant details beside it.
  await expect.poll(() => operator.rows.count()).toBe(1)
  await operator.openFirst()
  await operator.thread.getByText(QUESTION).waitFor()
  await operator.thread.getByText(ANSWER).first().waitFor()
  const details = operator.page.getByRole('complementary')
  await details.getByRole('heading', { name: 'Visitor' }).waitFor()
  await details
    .getByText(/Parley/)
    .first()
    .waitFor()

  // Typing is shown live.
  await visitor.field.pressSequentially('Can I talk to a per')
  await operator.page
    .getByText(/typing/i)
    .first()
    .waitFor()
  await visitor.say('Can I talk to a person?')
  await operator.thread.getByText('Can I talk to a person?').waitFor()

  // An operator takes over; the reply is marked as human, and the AI stays silent.
  await operator.turnDial('Human')
  await visitor.chat.getByText('You’re now talking to a person').first().waitFor()
  await operator.reply('Hello, Ann here. How can I help?')
  const reply = visitor.log.getByText('Hello, Ann here. How can I help?')
  await reply.waitFor()
  await visitor.log.getByText('Person').first().waitFor()

  // After the hand-back, the assistant answers again.
  await operator.turnDial('Auto')
  await visitor.chat.getByText('The assistant is answering').first().waitFor()
  await visitor.say('Which licence does Parley have?')
  await operator.thread.getByText(/MIT/).first().waitFor()
  await visitor.log.getByText(/MIT/).first().waitFor()

  // The API lists it as documented.
  const page = await life.call(listConversations)
  expect(page).toMatchObject({
    total: 1,
    current_page: 1,
    per_page: 15,
    from: 1,
    to: 1,
    last_page: 1,
  })
  expect(page.data[0]).toMatchObject({ type: 'widget', ai_enabled: true, total_cost: 0 })
  const shown = await operator.thread.getByRole('article').count()
  expect(page.data[0]!.message_count).toBe(shown)
  expect(await life.end('SIGTERM')).toBe(0)
})

test('an assistant is created, with errors shown beside the fields, then activated, tried out and embedded', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const { page, signIn } = operatorOn(await chromium.person())
  await signIn(life)
  await page.getByRole('link', { name: 'Assistants' }).first().click()
  await page
    .getByRole('link', { name: /new assistant/i })
    .first()
    .click()

  const name = page.getByRole('textbox', { name: /^Name/ })
  await name.fill('Shop helper')
  await page.getByRole('button', { name: /^Create/ }).click()
  await page.getByRole('heading', { name: 'Shop helper', level: 1 }).waitFor()
  await page.getByRole('textbox', { name: /system prompt|instructions/i }).fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The system prompt field is required.').waitFor()
  await expect.poll(() => name.first().inputValue()).toBe('Shop helper')

  await page
    .getByRole('textbox', { name: /system prompt|instructions/i })
    .fill('You are the assistant of a shop. Our opening hours are 9 to 18 on weekdays.')
  await page
    .getByRole('textbox', { name: /initial message|first message|greeting/i })
    .fill('Welcome to the shop!')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved as version 2.').waitFor()
  await page.goto(`${life.url}/app/assistants`)
  const row = page.getByRole('listitem').filter({ hasText: 'Shop helper' })
  await row.waitFor()
  await row.getByText('Inactive').waitFor()
  await row.getByRole('switch').click()
  await row.getByText('Active', { exact: true }).waitFor()

  await row.getByRole('link', { name: /^try/i }).click()
  await page.getByText('Welcome to the shop!').waitFor()
  const field = page.getByRole('textbox').first()
  await field.fill('When are you open?')
  await field.press('Enter')
  await page
    .getByText(/9 to 18/)
    .first()
    .waitFor()
  const { data } = await life.call(listConversations, { query: { type: 'test' } })
  expect(data).toMatchObject([{ type: 'test', assistant_name: 'Shop helper', message_count: 3 }])

  await page.goto(`${life.url}/app/assistants`)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Shop helper' })
    .getByRole('link', { name: /embed/i })
    .click()
  await page.getByText(`${life.url}/widget.js`).first().waitFor()
})
