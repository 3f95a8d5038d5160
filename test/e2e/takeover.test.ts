import { expect, test } from 'vitest'
import { getConversation, listConversations } from '#contracts/conversations.ts'
import { useChromium } from '../support/browser.ts'
import { BUILT, live } from '../support/life.ts'
import { operatorOn, visitorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'

const chromium = useChromium()

test('a takeover in mid-answer stops the assistant before the visitor’s eyes', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const visitor = visitorOn(await chromium.person())
  const operator = operatorOn(await chromium.person())
  await operator.signIn(life)
  await visitor.open(life.url)
  await visitor.say('hello')
  await operator.openFirst()
  await operator.page.getByRole('button', { name: 'Take over' }).waitFor()
  await visitor.say('How do I put the widget on my website?')
  // By the keyboard's speed: a click on what is there already.
  await operator.thread.getByText('How do I put the widget on my website?').waitFor()
  await operator.page.getByRole('button', { name: 'Take over' }).click()
  await visitor.chat.getByText('You are talking to a person').first().waitFor()
  const shown = await visitor.log.textContent()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await visitor.log.textContent()).toBe(shown)

  const { data } = await life.call(listConversations)
  const { messages, ai_enabled } = await life.call(getConversation, {
    params: { uuid: data[0]!.id },
  })
  expect(ai_enabled).toBe(false)
  expect(messages.filter(({ status }) => status === 'streaming')).toEqual([])

  await operator.reply('I am here now.')
  await visitor.log.getByText('I am here now.').waitFor()
})
