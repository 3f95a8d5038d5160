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
