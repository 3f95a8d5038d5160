import { screen, within } from '@testing-library/preact'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openConversation } from './open-conversation.tsx'
import { ADA, created, later, message } from './support.ts'

const POST = `POST /user/conversations/${ADA}/messages`

const field = () => screen.getByRole('textbox', { name: /^Reply to/ })

test('a reply that resolves is in the menu beside Send, and resolves once it is sent', async () => {
  const { server, user, resolving } = await openConversation([message(1)], { ai_mode: 'human' })
  const slow = later<object>()
  server.on(POST, () => slow.promise)
  await user.type(field(), 'Bye')
  await user.click(screen.getByRole('button', { name: 'Reply options' }))
  await user.click(screen.getByRole('menuitem', { name: /^Send and resolve/ }))
  await screen.findByText(/Resolves the conversation once sent/)
  expect([resolving.note.mock.calls, resolving.endReplied.mock.calls]).toEqual([[[ADA]], []])
  const data = message(2, { author: 'operator', content: 'Bye' })
  slow.resolve({ message: 'ok', data })
  await expect.poll(() => resolving.endReplied.mock.calls).toEqual([[ADA, true]])
})

test('a colleague’s reply is reported next to unsent text, and asked about once before it is sent', async () => {
  const { server, desk, live, user } = await openConversation([message(1)], { ai_mode: 'human' })
  desk.team.put({ id: 1, name: 'Ann', is_me: true } as never)
  server.on(POST, { message: 'ok', data: message(3, { author: 'operator', content: 'Mine' }) })
  await user.type(field(), 'Mine')
  const theirs = { author: 'operator', author_name: 'Ben', content: 'It is **blue**.' } as const
  live.emit(created(11, message(2, theirs)))
  const report = await screen.findByText(/Ben replied while you were writing/)
  expect(report.closest('[role=status]')?.textContent).toContain('It is blue.')
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Ben has already replied' })
  within(dialog).getByText('It is blue.')
  await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }))
  expect([screen.queryByRole('dialog'), screen.queryByText(/while you were/)]).toEqual([null, null])
  expect([server.bodies(POST), (field() as HTMLTextAreaElement).value]).toEqual([[], 'Mine'])
  await user.type(field(), '{Enter}')
  await within(screen.getByRole('log')).findByText('Mine')
})

test('in a note, @ offers colleagues and teams, and inserts the name', async () => {
  const { desk, user } = await openConversation([message(1)], { ai_mode: 'human' })
  desk.team.put({ id: 2, name: 'Bill', email: 'bill@example.com' } as never)
  const team = { id: 3, name: 'Billing', colour: 'blue' as const, operator_ids: [1, 2] }
  desk.team.apply({ type: 'teams.changed', id: 11, data: { data: [team] } })
  await user.click(screen.getByRole('radio', { name: 'Private note' }))
  const note = screen.getByRole('textbox', { name: 'Private note' })
  await user.type(note, 'Paid? @bil')
  const offered = screen.getAllByRole('option')
  expect(offered.map(({ lastChild }) => lastChild?.textContent)).toEqual([
    'bill@example.com',
    'Team of 2',
  ])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(note).toHaveProperty('value', 'Paid? @Billing ')
})

test('the actions on a message are buttons, and one menu where there is no room or no pointer', async () => {
  const drawn = await openConversation([message(1), message(2, { author: 'assistant' })])
  expect(screen.getAllByRole('button', { name: 'Copy text' })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Message actions' })).toBeNull()
  drawn.unmount()
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { user } = await openConversation([message(1), message(2, { author: 'assistant' })])
  expect(screen.queryByRole('button', { name: 'Copy text' })).toBeNull()
  screen.getAllByRole('button', { name: 'Message actions' })[1]!.focus()
  await user.keyboard('{Enter}')
  const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(names.slice(0, 3)).toEqual(['Copy text', 'Copy link to this message', 'Why this answer?'])
})
