import { act, screen } from '@testing-library/preact'
import { afterEach, expect, test } from 'vitest'
import type { Onboarding } from '#contracts/home.ts'
import type { LoginItem } from '../../electron/desktop-api.ts'
import { FirstSteps } from '../../renderer/screens/home/first-steps.tsx'
import { FIRST_FACTS } from './fake-home.ts'
import { draw } from './render.tsx'

const onboarding: Onboarding = {
  assistant_id: 7,
  is_dismissed: false,
  facts: FIRST_FACTS,
}

const LOGIN = 'Start Parley at sign-in'

/** The surrounding desktop app, with these responses. */
function within(loginItem: () => Promise<LoginItem>) {
  Object.assign(window, { desktop: { loginItem } })
}

const show = () => draw(<FirstSteps onboarding={onboarding} onDismiss={() => undefined} />)

afterEach(() => Reflect.deleteProperty(window, 'desktop'))

test('each step leads to where it is done', () => {
  show()
  const places = screen
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
  expect(places).toEqual([
    ['Enter your name', '/app/settings/profile'],
    ['Try it yourself', '/app/assistants/7/try'],
    ['Add your knowledge', '/app/knowledge'],
    ['Add it to your website', '/app/assistants/7/embed'],
    ['Reply to a visitor', '/app/inbox'],
    ['Connect a larger language model', '/app/settings/models'],
    ['Add a phone number', '/app/phone-numbers'],
    ['Top up your balance', '/app/balance'],
    ['Invite a colleague', '/app/users'],
  ])
  screen.getByText('1 of 6 done')
})

test('the desktop app offers to start with the computer', async () => {
  within(async () => 'off')
  show()
  const link = await screen.findByRole('link', { name: LOGIN })
  expect(link.getAttribute('href')).toBe('/app/settings/about')
})

test('a completed step is ticked, and an unsupported one is not offered', async () => {
  within(async () => 'on')
  const { unmount } = show()
  await screen.findByText(LOGIN)
  expect(screen.queryByRole('link', { name: LOGIN })).toBeNull()
  unmount()
  for (const answer of [
    async () => 'unsupported' as const,
    () => Promise.reject(new Error('no')),
  ]) {
    within(answer)
    const { unmount: end } = show()
    await act(async () => void (await answer().catch(() => undefined)))
    expect(screen.queryByText(LOGIN)).toBeNull()
    end()
  }
})
