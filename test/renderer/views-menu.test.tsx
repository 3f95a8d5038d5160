import { signal } from '@preact/signals'
import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { ListModel } from '../../renderer/screens/inbox/list/list-model.ts'
import { ViewsMenu } from '../../renderer/screens/inbox/list/views-column.tsx'
import type { ViewsModel } from '../../renderer/screens/inbox/list/views-model.ts'
import { draw, fakeDesk } from './render.tsx'

test('the menu of the views says where it counts no further, as the column does', async () => {
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
    ],
  } as unknown as NonNullable<typeof desk.inbox.counts.value>
  const list = {
    filter: signal({}),
    view: signal(undefined),
    isMissing: signal(false),
  } as unknown as ListModel
  const views = {
    saved: signal([view(1, 'Refunds', true), view(2, 'Parking', false)]),
  } as unknown as ViewsModel
  const { user } = draw(<ViewsMenu desk={desk} list={list} views={views} />)
  await user.click(screen.getByRole('button'))
  const entries = (await screen.findAllByRole('menuitemcheckbox')).map(
    ({ textContent }) => textContent,
  )
  expect(entries).toContain('Refunds · 10K+')
  expect(entries).toContain('Parking · 12')
  expect([screen.getByText('Shared views'), screen.getByText('My views')]).toHaveLength(2)
})
