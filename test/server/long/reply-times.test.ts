import { expect, test } from 'vitest'
import { getPublicAssistant } from '#contracts/widget.ts'
import { createReplyTimes } from '../../../server/features/widget/reply-time.ts'
import { reply, serverWithOutbox, visitorWithAddress } from '../../support/email.ts'
import { starterAssistant } from '../../support/visitor.ts'

test('a visitor is told within which time people mostly replied, once there are five replies', async () => {
  const server = await serverWithOutbox()
  const { id, uuid } = await starterAssistant(server)
  const figure = () => createReplyTimes(server.context)({ id: Number(id), user_id: 1 })
  for (let count = 0; count < 5; count += 1) {
    expect(figure()).toBeNull()
    const visitor = await visitorWithAddress(server, '')
    await server.clock.advance(12 * 60_000)
    await reply(server, visitor, 'Yes, at eight.')
  }
  expect(figure()).toBe(15)
  const params = { uuid }
  expect(await server.as()(getPublicAssistant, { params })).toMatchObject({ reply_minutes: 15 })
  await server.clock.jump(29 * 24 * 3_600_000)
  expect(figure()).toBeNull()
})
