import { screen, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import type { CallCompany } from '#contracts/ongoing-calls.ts'
import { createTypingNow } from '../../renderer/app/typing.ts'
import { Conversation } from '../../renderer/screens/inbox/conversation.tsx'
import { draw, fakeDesk } from './render.tsx'
import { ADA, created, detail, fakeLive, inboxItem, message } from './support.ts'

const END = 'POST /user/calls/7/end'
const WHISPER = 'POST /user/calls/7/whisper'

async function openCall({ secondsAgo = 42, company = null as CallCompany | null } = {}) {
  const { server, desk } = fakeDesk()
  const live = fakeLive()
  const typing = createTypingNow()
  live.subscribe(typing.apply)
  const since = new Date(Date.now() - secondsAgo * 1000).toISOString()
  server.on(
    `GET /user/conversations/${ADA}`,
    detail([message(1)], { call: { id: 7, since }, call_company: company }),
  )
  server.on(`POST /user/conversations/${ADA}/read`, { message: 'ok' })
  const whole = { ...desk, typing, live: { ...desk.live, ...live } }
  const quiet = { note: () => undefined, endReplied: () => undefined }
  const drawn = draw(
    <Conversation desk={whole} id={ADA} resolving={quiet} onClose={() => undefined} />,
  )
  const bar = await screen.findByRole('region', { name: 'Call' })
  return { server, live, bar: within(bar), since, ...drawn }
}

const updated = (id: number, call: { id: number; since: string } | null) => ({
  type: 'conversation.updated' as const,
  id,
  data: inboxItem({ call }),
})

const says = (author: 'visitor' | 'assistant', text: string) => ({
  type: 'typing' as const,
  id: undefined,
  data: { conversation_id: ADA, author, active: true, text },
})

test('an ongoing call is shown with its duration, and its end is announced', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  try {
    const { live, bar, since } = await openCall()
    bar.getByText('0:42')
    const isLater = () => {
      vi.advanceTimersByTime(1000)
      return bar.queryByText(/^0:4[3-9]$/) !== null
    }
    await expect.poll(isLater).toBe(true)
    live.emit(updated(11, null))
    await screen.findByText('The call has ended')
    expect(screen.queryByRole('region', { name: 'Call' })).toBeNull()
    live.emit(updated(12, { id: 8, since }))
    await screen.findByText('A call is in progress')
  } finally {
    vi.useRealTimers()
  }
})

test('while a colleague speaks, the call can be taken over from them, by name', async () => {
  const bea = { id: 99, name: 'Bea' }
  const { bar } = await openCall({ company: { listeners: [bea], speaker: bea } })
  await bar.findByText('Bea has taken the call.')
  bar.getByRole('button', { name: 'Take over from Bea' })
  expect(bar.queryByRole('button', { name: 'Take the call' })).toBeNull()
})

test('an operator hangs up', async () => {
  const { server, user, bar } = await openCall()
  server.on(END, { message: 'ok' })
  await user.click(bar.getByRole('button', { name: 'Hang up' }))
  await expect.poll(() => server.bodies(END)).toHaveLength(1)
})

test('a whisper is confirmed once sent, and kept when it could not be', async () => {
  const { server, user, bar } = await openCall()
  const field = bar.getByRole('textbox', { name: 'Whisper to the assistant' })
  await user.type(field, 'Offer a table{Enter}')
  await expect.poll(() => server.bodies(WHISPER)).toHaveLength(1)
  expect(field).toHaveProperty('value', 'Offer a table')
  server.on(WHISPER, { message: 'ok' })
  await expect.poll(() => bar.getByRole('button', { name: 'Whisper' }).ariaBusy).not.toBe('true')
  await user.click(bar.getByRole('button', { name: 'Whisper' }))
  await bar.findByText('The assistant knows it with its next answer.')
  expect(server.bodies(WHISPER).at(-1)).toEqual({ content: 'Offer a table' })
  expect(field).toHaveProperty('value', '')
})

test('live speech appears in the conversation before it becomes a message, and only once', async () => {
  const { live } = await openCall()
  const log = within(screen.getByRole('log'))
  live.emit(says('assistant', 'We are op'))
  await log.findByText('We are op')
  log.getByText('AI is saying:')
  live.emit(
    created(11, message(2, { author: 'assistant', author_name: 'Guide', content: 'We are open.' })),
  )
  await log.findByText('We are open.')
  await expect.poll(() => log.queryByText('We are op')).toBeNull()
  live.emit(says('visitor', 'thank y'))
  await log.findByText('thank y')
  expect(screen.queryByText(/is typing/)).toBeNull()
})
