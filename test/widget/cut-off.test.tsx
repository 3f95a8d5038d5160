import { expect, test } from 'vitest'
import type { Message } from '#contracts/messages.ts'
import { talkingChat } from './opened-chat.ts'
import { scriptApi } from './scripted-api.ts'

const CONTINUE = 'Continue answer'

/** A chat whose last answer was truncated. */
async function cutOffChat(settings: object = {}) {
  const api = scriptApi({ settings })
  const chat = await talkingChat(api)
  const message = api.add({ content: 'We are open', status: 'interrupted' })
  const tell = (change: Partial<Message>) =>
    api.say('message.updated', {
      conversation_id: api.conversation,
      message: { ...message, ...change },
    })
  tell({})
  const offer = await chat.findByRole('button', { name: CONTINUE })
  return { api, tell, offer, ...chat }
}

test('a truncated answer offers to continue, in place of suggested replies', async () => {
  const { api, tell, findByRole, findByText, press, queryByRole } = await cutOffChat({
    replies: ['Thanks'],
  })
  expect(queryByRole('button', { name: 'Thanks' })).toBeNull()
  await press(CONTINUE)
  expect(api.paths()).toContain(`POST conversations/${api.conversation}/continue`)
  expect(api.paths().filter((path) => path.endsWith('messages'))).toHaveLength(1)
  tell({ status: 'streaming' })
  await findByRole('button', { name: 'Stop answer' })
  expect(queryByRole('button', { name: CONTINUE })).toBeNull()
  const created_at = new Date().toISOString()
  tell({ content: 'We are open until six.', status: 'complete', created_at })
  await findByText('We are open until six.')
  await findByRole('button', { name: 'Thanks' })
  expect(queryByRole('button', { name: CONTINUE })).toBeNull()
})

test('an offer whose request failed can be used again', async () => {
  const { api, findByText, press } = await cutOffChat()
  api.once(/continue/, 'nothing')
  await press(CONTINUE)
  await findByText('Can’t reach the chat.')
  await press(CONTINUE)
  const asked = api.paths().filter((path) => path.endsWith('/continue'))
  expect(asked).toHaveLength(2)
})

test.each([
  ['a person has the word', { ai_enabled: false, ended: false }],
  ['the chat is over', { ai_enabled: true, ended: true }],
])('when %s, no continuation is offered', async (_, state) => {
  const { api, findAllByText, queryByRole } = await cutOffChat()
  api.say('conversation.updated', { id: api.conversation, seen_seq: 0, ...state })
  await findAllByText(
    state.ended ? 'This conversation has ended.' : 'You’re now talking to a person',
  )
  expect(queryByRole('button', { name: CONTINUE })).toBeNull()
})
