import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { App } from '../../renderer/app.tsx'
import { draw, fakeDesk } from './render.tsx'
import { invalid } from './support.ts'

async function standBeforeTheDoor() {
  const { server, desk } = fakeDesk()
  server.on('GET /session', { account: null })
  await desk.session.start()
  return { server, ...draw(<App desk={desk} />) }
}

test('a wrong key is reported beside the field, which keeps its value and gets focus', async () => {
  const { server, user } = await standBeforeTheDoor()
  server.on('POST /session', () => invalid({ secret: ['This link or key is not valid.'] }))
  const field = screen.getByLabelText(/API key/)
  await user.type(field, '1|wrong')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByText('This link or key is not valid.')
  expect(field).toHaveProperty('value', '1|wrong')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = field.getAttribute('aria-describedby')!.split(' ')
  const words = described.map((id) => document.getElementById(id)?.textContent).join(' ')
  expect(words).toContain('This link or key is not valid.')
  await expect.poll(() => document.activeElement).toBe(field)
})

test('an empty field is not sent', async () => {
  const { server, user } = await standBeforeTheDoor()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByText('Paste an API key.')
  expect(server.bodies('POST /session')).toEqual([])
})

test('an unreachable server is reported, and a retry works', async () => {
  const { server, desk } = fakeDesk()
  await desk.session.start()
  const { user } = draw(<App desk={desk} />)
  await screen.findByRole('heading', { name: 'Can’t reach Parley' })
  server.on('GET /session', { account: null })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Sign in to Parley' })
})

const ATTACKER = {
  name: 'The\u202e team',
  account: 'Evil',
  email: 'evil@example.com',
  is_current: false,
}

test('L17 a link shows its account and server, and Escape leaves it unused', async () => {
  const { server, desk } = fakeDesk('once')
  server.on('GET /session', { account: null })
  server.on('POST /session/preview', ATTACKER)
  await desk.session.start()
  const { user } = draw(<App desk={desk} />)
  const heading = screen.getByRole('heading', { level: 1 }).textContent
  expect(heading).toBe('Sign in as \u2068The team\u2069 at \u2068Evil\u2069?')
  screen.getByText('evil@example.com')
  screen.getByText(location.host)
  await expect
    .poll(() => document.activeElement)
    .toBe(screen.getByRole('button', { name: 'Continue' }))
  await user.keyboard('{Escape}')
  await screen.findByRole('heading', { name: 'Sign in to Parley' })
  expect(server.bodies('POST /session')).toEqual([])
})
