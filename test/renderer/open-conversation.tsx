import { screen } from '@testing-library/preact'
import { vi } from 'vitest'
import { Conversation } from '../../renderer/screens/inbox/conversation.tsx'
import { draw, fakeDesk } from './render.tsx'
import { ADA, detail, fakeLive, message } from './support.ts'

const GET = `GET /user/conversations/${ADA}`
const DIAL = `PUT /user/conversations/${ADA}/dial`

/** Ada's conversation, open at the desk. */
export async function openConversation(messages = [message(1)], changes = {}) {
  const { server, desk } = fakeDesk()
  const live = fakeLive()
  server.on(GET, detail(messages, changes))
  server.on(`POST /user/conversations/${ADA}/read`, { message: 'ok' })
  server.on(`POST /user/conversations/${ADA}/typing`, { message: 'ok' })
  let epoch = 0
  server.on(DIAL, ({ body }) => {
    const data = { ...(body as object), epoch: ++epoch, changed_by: null, changed_at: null }
    return { message: 'ok', data }
  })
  const whole = { ...desk, live: { ...desk.live, ...live } }
  const resolving = { note: vi.fn(), endReplied: vi.fn() }
  const drawn = draw(
    <Conversation desk={whole} id={ADA} resolving={resolving} onClose={() => undefined} />,
  )
  await screen.findByRole('log')
  return { server, desk, live, resolving, ...drawn }
}
