import { expect, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { colleague } from '../support/operators.ts'
import { openSignInLink } from '../support/people.ts'
import { createVisitor } from '../support/visitor.ts'

test('a colleague’s reply is reported next to unsent text, shown, and asked about once before sending', async () => {
  const life = await startDesk()
  const visitor = await createVisitor(life)
  await visitor.say('Which colour is it?')
  const params = { uuid: visitor.conversationId }
  const place = `${life.url}/app/inbox/${visitor.conversationId}`
  const ann = await chromium.person()
  await openSignInLink(ann, await life.signInLink())
  await ann.goto(place)
  const { cookie } = await colleague(life, 'Ben')
  const ben = await chromium.person()
  const [name, value] = cookie.split('=') as [string, string]
  await ben.context().addCookies([{ name, value, url: life.url }])
  await ben.goto(place)
  const fieldOf = (page: typeof ann) => page.getByRole('textbox', { name: /^Reply to/ })
  const replyAsBen = async (text: string) => {
    await fieldOf(ben).fill(text)
    await fieldOf(ben).press('Enter')
    await ann.getByRole('log').getByText(text).waitFor()
  }
  const report = ann.getByText('Ben replied while you were writing:')

  await fieldOf(ann).fill('I think it is green')
  await replyAsBen('It is blue.')
  await report.waitFor()
  // The assignee's button shows initials.
  await ann.getByRole('button', { name: 'Assigned to Ben' }).waitFor()
  expect(await violations(ann, 'html', ['label-content-name-mismatch'])).toEqual([])
  // Ben, who has sent his own, is told nothing.
  expect(await ben.getByText('while you were writing').count()).toBe(0)
  await ann.getByRole('button', { name: 'Show', exact: true }).click()
  await report.waitFor({ state: 'detached' })
  await ann.locator('.message.is-target').getByText('It is blue.').waitFor()

  await replyAsBen('Dark blue.')
  await report.waitFor()
  await fieldOf(ann).press('Enter')
  const dialog = ann.getByRole('dialog', { name: 'Ben has already replied' })
  await dialog.getByText('Dark blue.').waitFor()
  expect(await violations(ann)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await report.waitFor({ state: 'detached' })
  await fieldOf(ann).fill('Or rather green')
  await replyAsBen('Very dark.')
  await fieldOf(ann).press('Enter')
  await dialog.getByRole('button', { name: 'Send anyway' }).click()
  await ann.getByRole('log').getByText('Or rather green').waitFor()
  const { messages } = await life.call(getConversation, { params })
  const replies = messages.filter(({ author }) => author === 'operator')
  expect(replies.map(({ content }) => content)).toEqual([
    'It is blue.',
    'Dark blue.',
    'Very dark.',
    'Or rather green',
  ])
}, 60_000)
