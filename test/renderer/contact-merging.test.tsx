import { screen, waitFor, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { ContactDetail } from '#contracts/contacts.ts'
import { ContactRecord } from '../../renderer/screens/contacts/contact.tsx'
import { draw, fakeDesk } from './render.tsx'
import { ADA, at, BOB } from './support.ts'

const ada: ContactDetail = {
  ...{ id: ADA, name: 'Ada Lovelace', email: 'ada@example.com', phone: null, external_id: null },
  ...{ notes: null, online: false, assistant_name: 'Guide', page_url: null, page_title: null },
  ...{ user_agent: null, language: null, timezone: null, conversation_count: 1 },
  ...{ created_at: at(1), last_seen_at: at(2), other_emails: [], other_phones: [] },
  ...{ merge_count: 0, variables: {}, pages: [], conversations: [] },
}
const bob = { ...ada, id: BOB, name: 'Ada', email: null, phone: '+4930901820' }
const moves = { conversations: 2, calls: 1, notes: 0, labels: 0, variables: 0, pages: 0 }

const chat = {
  ...{ key: '0.1', kind: 'chat', at: at(5), text: 'Where is my order?', assistant_name: 'Guide' },
  ...{ by: null, call: null, sms: null },
  conversation: { id: BOB, message_count: 3, unread: 1, ended_at: null },
}
const call = {
  ...{ key: '1.7', kind: 'call', at: at(4), text: null, assistant_name: 'Guide', by: null },
  ...{ conversation: null, sms: null },
  call: { id: 7, type: 'inbound', status: 'completed', duration: 61 },
}

/** A contact's page on a fake server. */
async function opened(contact = ada, timeline: readonly object[] = [chat, call]) {
  const { server, desk } = fakeDesk()
  server.on(`GET /user/contacts/${ADA}`, contact)
  server.on(`GET /user/contacts/${ADA}/timeline`, { data: timeline, before: null })
  server.on(`GET /user/contacts/${ADA}/duplicates`, { data: [{ contact: bob, by: ['name'] }] })
  server.on(`GET /user/contacts/${ADA}/merges/preview`, {
    ...{ kept: ada, merged: bob, moves },
    fields: [
      { name: 'name', kept: 'Ada Lovelace', merged: 'Ada', choice: 'kept', is_conflict: true },
      { name: 'email', kept: ada.email, merged: null, choice: 'kept', is_conflict: false },
      { name: 'phone', kept: null, merged: bob.phone, choice: 'merged', is_conflict: false },
      { name: 'notes', kept: 'Kind', merged: 'Kind', choice: 'kept', is_conflict: false },
    ],
  })
  server.on(`POST /user/contacts/${ADA}/merges`, { message: 'ok', data: ada, merge_id: 4 })
  server.on(`DELETE /user/contacts/${ADA}/merges/4`, { message: 'ok', data: ada, contact: bob })
  const { user } = draw(<ContactRecord desk={desk} params={{ id: ADA }} />)
  await screen.findByRole('heading', { name: 'Ada Lovelace', level: 1 })
  const menu = async (item: string) => {
    await user.click(screen.getByRole('button', { name: 'Contact actions' }))
    await user.click(screen.getByRole('menuitem', { name: item }))
  }
  return { server, desk, user, menu }
}

test('a merge shows both contacts, sends what was chosen, and can be undone', async () => {
  const { server, desk, user, menu } = await opened()
  await menu('Merge…')
  await user.click(await screen.findByRole('button', { name: /Ada.*Same name/ }))
  const name = await screen.findByRole('group', { name: 'Name' })
  await user.click(within(name).getByRole('radio', { name: 'Ada' }))
  // Nothing to choose where both have the same.
  expect(within(screen.getByRole('group', { name: 'Notes' })).getAllByRole('radio')).toHaveLength(1)
  screen.getByText('2 conversations')
  await user.click(screen.getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(desk.toasts.canUndo()).toBe(true))
  expect(server.bodies(`POST /user/contacts/${ADA}/merges`)).toEqual([
    {
      contact_id: BOB,
      fields: { name: 'merged', email: 'kept', phone: 'merged', notes: 'kept' },
    },
  ])
  desk.toasts.undoLatest()
  await waitFor(() =>
    expect(server.calls.map(({ call: made }) => made)).toContain(
      `DELETE /user/contacts/${ADA}/merges/4`,
    ),
  )
})

test('a merge that is refused says why, and leaves the dialog open', async () => {
  const { server, user, menu } = await opened()
  const message = 'The website has verified these contacts as different people.'
  server.on(`GET /user/contacts/${ADA}/merges/preview`, () =>
    Response.json({ message }, { status: 409 }),
  )
  await menu('Merge…')
  await user.click(await screen.findByRole('button', { name: /Ada.*Same name/ }))
  await screen.findByText(message)
  screen.getByRole('heading', { name: 'Merge contacts' })
})

test('only a merged contact can be split, after what goes and what stays is shown', async () => {
  const { server, user, menu } = await opened({ ...ada, merge_count: 1 })
  server.on(`GET /user/contacts/${ADA}/merges`, {
    data: [
      {
        ...{ id: 4, contact: bob, by: { id: 1, name: 'Ann' }, created_at: at(3), leaves: moves },
        restores: [{ name: 'phone', from: bob.phone, to: null }],
      },
    ],
  })
  await menu('Split…')
  const merge = await screen.findByRole('article', { name: 'Ada' })
  within(merge).getByText('1 call')
  await user.click(within(merge).getByRole('button', { name: 'Split' }))
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Ada' })).toBeNull())
})

test('a contact that was never merged offers no split', async () => {
  const { user } = await opened()
  await user.click(screen.getByRole('button', { name: 'Contact actions' }))
  expect(screen.queryByRole('menuitem', { name: 'Split…' })).toBeNull()
})

test('items of the timeline lead to their place, and filters ask for their kinds', async () => {
  const { server, user } = await opened()
  const links = await screen.findAllByRole('link', { name: /Chat|Call/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/app/inbox/${BOB}`,
    '/app/calls/7',
  ])
  server.on(`GET /user/contacts/${ADA}/timeline`, { data: [], before: null })
  await user.click(screen.getByRole('radio', { name: 'Notes' }))
  await screen.findByText('Nothing of this kind')
  expect(server.calls.at(-1)?.query).toEqual({ kinds: 'note' })
})
