import { signal } from '@preact/signals'
import { screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { InboxView } from '#contracts/inbox-views.ts'
import type { ListModel } from '../../renderer/screens/inbox/list/list-model.ts'
import { createInboxModels } from '../../renderer/screens/inbox/list/models.ts'
import { ViewActions } from '../../renderer/screens/inbox/list/view-actions.tsx'
import { ViewsColumn, ViewsMenu } from '../../renderer/screens/inbox/list/views-column.tsx'
import type { ViewsModel } from '../../renderer/screens/inbox/list/views-model.ts'
import { draw, fakeDesk } from './render.tsx'

test('the views say where they count no further, in the column and in the menu, even if nothing was found until there', async () => {
  const { desk } = fakeDesk()
  const view = (id: number, name: string, is_shared: boolean) => ({
    id,
    name,
    filters: { q: name },
    is_shared,
  })
  desk.inbox.counts.value = {
    views: {},
    teams: [],
    saved: [
      { id: 1, count: 10_000, is_more: true },
      { id: 2, count: 12, is_more: false },
      { id: 3, count: 0, is_more: true },
      { id: 4, count: 0, is_more: false },
    ],
  } as unknown as NonNullable<typeof desk.inbox.counts.value>
  const list = {
    filter: signal({}),
    view: signal(undefined),
    isMissing: signal(false),
  } as unknown as ListModel
  const views = {
    saved: signal([
      view(1, 'Refunds', true),
      view(2, 'Parking', false),
      view(3, 'January', false),
      view(4, 'February', false),
    ]),
    mayChange: () => false,
    neighbours: () => [],
  } as unknown as ViewsModel
  const { user, unmount } = draw(<ViewsMenu desk={desk} list={list} views={views} />)
  await user.click(screen.getByRole('button'))
  const entries = (await screen.findAllByRole('menuitemcheckbox')).map(
    ({ textContent }) => textContent,
  )
  expect(entries.slice(-4)).toEqual(['Refunds · 10K+', 'Parking · 12', 'January · 0+', 'February'])
  expect([screen.getByText('Shared views'), screen.getByText('My views')]).toHaveLength(2)
  unmount()

  draw(<ViewsColumn desk={desk} list={list} views={views} />)
  const numbers = ['Refunds', 'Parking', 'January', 'February'].map((name) => {
    const count = screen.getByText(name).parentElement!.querySelector('.view-count')
    return count && [count.textContent, count.getAttribute('title')]
  })
  expect(numbers).toEqual([['10K+', '10,000+'], ['12', '12'], ['0+', '0+'], null])
})

test('taking a colleague’s view from everyone is confirmed first, and leaves it', async () => {
  const { desk, server } = fakeDesk()
  desk.team.people.value = [
    { id: 1, name: 'Ann', is_me: true },
    { id: 2, name: 'Ben', is_me: false },
  ] as unknown as typeof desk.team.people.value
  const view: InboxView = {
    id: 7,
    name: 'Returns',
    filters: { state: 'open' },
    sort: null,
    is_shared: true,
    operator_id: 2,
    missing: [],
  }
  const { views, list } = createInboxModels(desk)
  views.saved.value = [view]
  views.isLoaded.value = true
  list.open(7)
  server.on('PUT /user/inbox/views/7', { message: '', data: { ...view, is_shared: false } })
  const asked = () => server.bodies('PUT /user/inbox/views/7')
  const { user } = draw(<ViewActions desk={desk} list={list} views={views} view={view} />)
  const choose = async () => {
    await user.click(screen.getByRole('button', { name: 'Actions for view Returns' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Stop sharing' }))
  }
  await choose()
  await screen.findByText(/^It goes back to Ben’s own views/)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(asked()).toEqual([])
  await choose()
  await user.click(await screen.findByRole('button', { name: 'Stop sharing' }))
  await waitFor(() => expect(desk.toasts.shown.value.at(-1)?.text).toContain('no longer shared'))
  expect(asked()).toEqual([{ is_shared: false }])
  expect([views.saved.value, list.filter.value]).toEqual([[], { state: 'open' }])
  expect(list.isMissing.value).toBe(false)
})
