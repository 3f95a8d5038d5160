import { describe, expect, test } from 'vitest'
import { getAssistantSettings } from '#contracts/assistant-settings.ts'
import { startDesk } from '../../support/desk.ts'
import { OTHER_ENGINES } from '../../support/engines/all.ts'
import { operatorOn, visitorOn } from '../../support/people.ts'

for (const { name, person } of OTHER_ENGINES) {
  describe.skipIf(!person)(`The desk in ${name}`, () => {
    test('an operator signs in, reads along, takes over, replies and hands back', async () => {
      const desk = await startDesk()
      const operator = operatorOn(await person!())
      await operator.signIn(desk)
      const visitor = visitorOn(await person!())
      await visitor.open(desk.url)
      await visitor.say('What does Parley cost?')
      await expect.poll(() => operator.rows.count()).toBe(1)
      await operator.openFirst()
      await operator.thread.getByText(/free/i).first().waitFor()

      await operator.turnDial('Human')
      await visitor.chat.getByText('You’re now talking to a person').first().waitFor()
      await operator.reply('Hello, Ann here.')
      await visitor.log.getByText('Hello, Ann here.').waitFor()
      await visitor.say('Thank you, Ann!')
      await operator.thread.getByText('Thank you, Ann!').waitFor()

      await operator.turnDial('Auto')
      await visitor.say('Which licence does Parley have?')
      await operator.thread.getByText(/MIT/).first().waitFor()
    }, 180_000)

    test('an assistant is edited and saved, and keeps its new instructions after a reload', async () => {
      const desk = await startDesk()
      const { page, signIn } = operatorOn(await person!())
      await signIn(desk)
      await page.goto(`${desk.url}/app/assistants/1`)
      const instructions = page.getByRole('textbox', { name: 'Instructions' })
      await instructions.fill('You answer for a bakery.')
      await page
        .getByRole('region', { name: 'Unsaved changes' })
        .getByRole('button', { name: 'Save', exact: true })
        .click()
      await page.getByText('Saved as version 2.').waitFor()
      await page.reload()
      await expect.poll(() => instructions.inputValue()).toBe('You answer for a bakery.')
      const { fields } = await desk.call(getAssistantSettings, { params: { id: 1 } })
      expect(fields.system_prompt).toBe('You answer for a bakery.')
    }, 180_000)
  })
}
