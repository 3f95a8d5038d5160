import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { colleague } from '../support/operators.ts'
import { openSignInLink } from '../support/people.ts'
import { createVisitor } from '../support/visitor.ts'

test('rows show unsent drafts to their author and to colleagues, until they are sent or cleared', async () => {
  const life = await startDesk()
  const visitor = await createVisitor(life)
  await visitor.say('Which colour is it?')
  const ann = await chromium.person({ viewport: { width: 1440, height: 900 } })
  await openSignInLink(ann, await life.signInLink())
  await ann.goto(`${life.url}/app/inbox/${visitor.conversationId}`)
  const { cookie } = await colleague(life, 'Ben')
  const ben = await chromium.person({ viewport: { width: 1440, height: 900 } })
  const [name, value] = cookie.split('=') as [string, string]
  await ben.context().addCookies([{ name, value, url: life.url }])
  await ben.goto(`${life.url}/app/inbox`)
  const row = (page: typeof ann) =>
    page.getByRole('region', { name: 'Conversations' }).locator('.row')
  const mine = row(ann).getByText('Draft', { exact: true })
  const theirs = row(ben).getByText('Draft by The team')
  const field = ann.getByRole('textbox', { name: /^Reply to/ })

  await field.fill('It is blue')
  await mine.waitFor()
  await theirs.waitFor()
  expect(await violations(ben)).toEqual([])
  await ben.reload()
  await theirs.waitFor()
  await field.press('Enter')
  await mine.waitFor({ state: 'detached' })
  await theirs.waitFor({ state: 'detached' })
  await field.fill('Or not')
  await theirs.waitFor()
  await field.fill('')
  await theirs.waitFor({ state: 'detached' })
  await mine.waitFor({ state: 'detached' })
}, 60_000)
