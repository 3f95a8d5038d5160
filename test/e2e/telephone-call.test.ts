import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { operatorOn } from '../support/people.ts'
import { speakingBrowser } from '../support/speaking-browser.ts'
import { telephoneDesk } from '../support/telephone-calls.ts'
import { PUBLIC } from '../support/telephone-door.ts'

const LONG = 'We bake bread and cake and rolls and pies, every day of the week. '.repeat(3).trim()

test('an operator finds a phone call, reads along, listens in, takes it over, hands it back, and transfers it', async () => {
  const desk = await telephoneDesk({ initial_message: LONG })
  desk.provider.setOtherParty('completed', 5)
  const operator = operatorOn(await speakingBrowser('good day', { afterSeconds: 2 }))
  const { page } = operator
  // The URL the provider uses for this Parley is not one a browser can resolve.
  const signInLink = async () => (await desk.signInLink()).replace(PUBLIC, desk.url)
  await operator.signIn({ ...desk, signInLink })
  const { id, shown } = await desk.talking()
  await page.getByRole('link', { name: /^Call in progress: / }).click()
  await page.waitForURL(`**/app/calls/${id}`)

  const bar = page.getByRole('region', { name: 'Call', exact: true })
  await page.getByRole('listitem').filter({ hasText: 'We bake bread' }).waitFor()
  await bar.getByRole('button', { name: 'Listen in' }).click()
  await bar.getByRole('button', { name: 'Stop listening' }).waitFor()
  await page.getByText(/listened to the call$/).waitFor()
  expect(await violations(page)).toEqual([])

  await bar.getByRole('button', { name: 'Take the call' }).click()
  await bar.getByText('You’re on the call.').waitFor()
  const words = async () => (await shown()).transcript
  await expect.poll(words, { timeout: 60_000 }).toContain('Operator: ')
  await page.getByText(/took the call$/).waitFor()

  await bar.getByRole('button', { name: 'Hand back' }).click()
  await bar.getByRole('button', { name: 'Take the call' }).waitFor()

  await bar.getByRole('button', { name: 'Transfer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer call' })
  await dialog.getByLabel('Phone number').fill('+33 1 23 45 67 89')
  await page.keyboard.press('Enter')
  await dialog.getByText('Calls to this country are not allowed.').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Phone number').fill('+1 202 555 0144')
  await dialog.getByRole('button', { name: 'Transfer' }).click()
  await page.getByText(/transferred the call to/).waitFor()
  await bar.waitFor({ state: 'detached' })
  await expect.poll(async () => (await shown()).status).toBe('completed')
})
