import { expect, test } from 'vitest'
import { listMessages } from '#contracts/conversations.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { AWAY_MS, outboxOf, reply, serverWithMail, visitorWithAddress } from '../support/email.ts'
import { partsOfMail } from '../support/mail-server.ts'

const PUBLIC_URL = 'https://chat.example.com'

test('a visitor continues on another device with the link of an email, which explains itself the second time', async () => {
  const server = await serverWithMail({ publicUrl: PUBLIC_URL })
  const visitor = await visitorWithAddress(server)
  await reply(server, visitor, 'We have two tables left.')
  await server.clock.advance(AWAY_MS)
  await outboxOf(server, ['sent'])
  const { text } = partsOfMail(server.mail.received[0]!.raw)
  const [found] = /https:\/\/chat\.example\.com\/continue\/\S+/.exec(text)!
  const link = found.replace(PUBLIC_URL, server.url)

  // A browser that blocks storage could not keep the chat, and leaves the link unused.
  const blocked = await chromium.person()
  await blocked.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('blocked', 'QuotaExceededError')
    }
  })
  await blocked.goto(link)
  const requests: string[] = []
  blocked.on('request', (request) => requests.push(request.url()))
  await blocked.getByRole('button', { name: 'Continue the chat' }).click()
  await blocked.getByText('That did not work.').waitFor()
  expect(requests.filter((url) => url.includes('/chat-links/'))).toEqual([])

  // A filter that runs scripts, but presses no button.
  const filter = await chromium.person()
  await filter.goto(link)
  await filter.getByRole('button', { name: 'Continue the chat' }).waitFor()

  const telephone = await chromium.person({ viewport: { width: 390, height: 780 } })
  await telephone.goto(link)
  await telephone.getByText('continues on this device').waitFor()
  expect(await violations(telephone)).toEqual([])
  await telephone.getByRole('button', { name: 'Continue the chat' }).click()
  await telephone.getByText('We have two tables left.').first().waitFor()
  expect(telephone.url()).not.toContain('#')
  await telephone.getByRole('button', { name: 'More' }).click()
  await telephone.getByRole('menuitem', { name: 'Download transcript' }).waitFor()
  expect(await telephone.getByRole('menuitem', { name: 'Continue by email' }).count()).toBe(0)
  await telephone.keyboard.press('Escape')
  await telephone.getByRole('textbox').fill('One of them, please.')
  await telephone.keyboard.press('Enter')
  const params = { uuid: visitor.conversationId }
  await expect
    .poll(async () => (await server.call(listMessages, { params })).data.at(-1)?.content)
    .toBe('One of them, please.')
  // Here the chat is remembered, so that the link still leads to it.
  await telephone.goto('about:blank')
  await telephone.goto(link)
  await telephone.getByRole('button', { name: 'Continue the chat' }).click()
  await telephone.getByText('One of them, please.').first().waitFor()

  await filter.getByRole('button', { name: 'Continue the chat' }).click()
  await filter.getByText('This link has been used already.').waitFor()
  expect(await violations(filter)).toEqual([])
  await filter.getByRole('button', { name: 'Start a new chat' }).click()
  await filter.getByRole('textbox').waitFor()
  expect(await filter.getByText('We have two tables left.').count()).toBe(0)
})
