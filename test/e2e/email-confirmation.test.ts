import { expect, test } from 'vitest'
import { setEmailSender } from '#contracts/email.ts'
import { listOperators } from '#contracts/operators.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { partsOfMail, startMailServer } from '../support/mail-server.ts'
import { openSignInLink } from '../support/people.ts'
import { allowing, type TestServer } from '../support/server.ts'

const OWN = 'olga.with-a-rather-long-name@department.example.com'

test('the owner enters an address, opens the link of its email where they are signed in, and sees that it is confirmed', async () => {
  const mail = await startMailServer()
  const desk = (await startDesk(allowing(mail.address))) as TestServer
  await desk.call(setEmailSender, { body: mail.sender })
  const page = await chromium.person({ viewport: { width: 1280, height: 900 } })
  await openSignInLink(page, await desk.signInLink())
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goto(`${desk.url}/app/settings/profile`)
  await page.getByText('Not confirmed').waitFor()
  await page.getByLabel('Email', { exact: true }).fill(OWN)
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText(`Emails about visitors go to ${OWN} once`).waitFor()
  await expect.poll(() => mail.received.length).toBe(1)
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText(`Sent to ${OWN}.`).waitFor()
  expect(mail.received.map(({ to }) => to)).toEqual([[OWN], [OWN]])
  const { text } = partsOfMail(mail.received[1]!.raw)
  const [link] = /http:\S+#confirm=[\w-]+/.exec(text)!

  // Nobody else confirms it: a mail program is not signed in.
  const filter = await chromium.person()
  await filter.goto(link)
  await filter.getByRole('heading', { level: 1 }).first().waitFor()

  await page.goto('about:blank')
  await page.goto(link)
  const dialog = page.getByRole('dialog', { name: 'Confirm this address?' })
  await dialog.getByText(OWN).waitFor()
  expect(page.url()).not.toContain('#')
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 780 })
  const confirmed = async () => (await desk.call(listOperators)).data[0]!.confirmed_email
  expect(await confirmed()).toBeNull()
  await dialog.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByText('Address confirmed', { exact: true }).waitFor()
  expect(await confirmed()).toBe(OWN)
  await page.goto(`${desk.url}/app/settings/notifications`)
  await page.getByText(`They go to ${OWN}.`).waitFor()
})
