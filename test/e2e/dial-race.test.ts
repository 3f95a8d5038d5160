import { expect, test } from 'vitest'
import { turnDial } from '#contracts/dial.ts'
import { violations } from '../support/axe.ts'
import { conversationOf, onlookers } from '../support/onlookers.ts'
import { colleague } from '../support/operators.ts'

test('an operator who loses a race for the dial sees who was faster and the current setting', async () => {
  const { life, operator } = await onlookers()
  const { page } = operator
  const anna = await colleague(life, 'Anna')
  const { params, ai_epoch: epoch } = await conversationOf(life)
  // Anna's key press reaches the server first.
  await page.route('**/dial', async (route) => {
    await anna.call(turnDial, { params, body: { mode: 'human', epoch } })
    await route.continue()
  })
  const dial = page.getByRole('group', { name: 'Who answers' })
  await dial.locator('label', { hasText: 'Approve' }).click()
  await page.getByText('Anna just took over.').waitFor()
  await page.getByRole('radio', { name: 'Human', checked: true }).waitFor()
  expect(await violations(page)).toEqual([])
})
