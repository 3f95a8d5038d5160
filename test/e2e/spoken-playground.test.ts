import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { listCalls } from '#contracts/calls.ts'
import { violations } from '../support/axe.ts'
import { operatorOn } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import { speakingBrowser } from '../support/speaking-browser.ts'
import { starterAssistant } from '../support/visitor.ts'
import { speech } from '../support/web-calls.ts'

test('an owner calls an assistant with an unsaved first message and types the caller’s part', async () => {
  const server = await startServer({ outside: { speech } })
  const { id } = await starterAssistant(server)
  const body = { initial_message: 'Saved.', endpoint_sensitivity: 5 }
  await server.call(updateAssistant, { params: { id }, body })
  // The microphone stays silent until the conversation is over.
  const operator = operatorOn(await speakingBrowser('x', { afterSeconds: 120 }))
  const { page } = operator
  await operator.signIn(server)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${server.url}/app/assistants/${id}`)
  await page.getByLabel('First message').fill('Good day.')
  const play = page.getByRole('region', { name: 'Playground', exact: true })
  await play.getByRole('button', { name: 'Call the draft' }).click()
  const log = play.getByRole('log')
  await log.getByText('Good day.', { exact: true }).waitFor()
  const call = play.getByRole('region', { name: 'Call with the draft' })
  await call.getByText('Listening').waitFor()
  expect(await violations(page)).toEqual([])

  await play.getByRole('textbox').fill('thank you')
  await play.getByRole('textbox').press('Enter')
  await log.getByText('thank you', { exact: true }).waitFor()
  await expect.poll(() => log.locator('.played.is-assistant').count()).toBe(2)
  await call.getByRole('button', { name: 'Hang up' }).click()
  await call.waitFor({ state: 'detached' })
  expect((await server.call(listCalls)).data).toEqual([])
})
