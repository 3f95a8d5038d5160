import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { MoreSheet } from '../../renderer/shell/more-sheet.tsx'
import { Navigation } from '../../renderer/shell/navigation.tsx'
import { draw, fakeDesk } from './render.tsx'

const ACTIONS = {
  path: '/app/inbox',
  onFind: () => undefined,
  onHelp: () => undefined,
  onNotifications: () => undefined,
}

/** The titles of the groups, each with its links. */
const groups = () =>
  [...document.querySelectorAll<HTMLElement>('.navigation-group')].map((group) => [
    group.getAttribute('aria-label'),
    within(group)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ])

function agentsDesk() {
  const { desk } = fakeDesk()
  desk.session.account.value = { ...desk.session.account.value!, role: 'agent', capabilities: [] }
  return desk
}

test('an agent’s sidebar has settings once, and no group without a screen', () => {
  draw(<Navigation desk={agentsDesk()} {...ACTIONS} />)
  expect(groups()).toEqual([['Desk', ['Home', 'Inbox']]])
  screen.getByRole('link', { name: 'Settings' })
})

test('on a phone the other screens of an agent include the settings, and no group is empty', () => {
  draw(<MoreSheet desk={agentsDesk()} {...ACTIONS} onClose={() => undefined} />)
  expect(groups()).toEqual([['Setup', ['Settings']]])
})
