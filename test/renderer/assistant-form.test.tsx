import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { AssistantForm } from '../../renderer/screens/assistants/form/form.tsx'
import { NewAssistantScreen } from '../../renderer/screens/assistants/new/new.tsx'
import { SETTING_FIELDS } from '../../renderer/screens/assistants/settings/fields.ts'
import { formOf, settingDefaults } from './assistant-support.ts'
import { draw, fakeDesk } from './render.tsx'
import { invalid } from './support.ts'

function furnished() {
  const { server, desk } = fakeDesk()
  server.on('GET /user/assistants/5/settings', formOf(3))
  server.on('GET /user/assistants/defaults', ({ url }) => settingDefaults(url))
  server.on('GET /user/assistants/languages', [{ id: 1, name: 'English', iso_2: 'en' }])
  server.on('GET /user/assistants/voices', [
    { id: 7, name: 'Ava', gender: 'female', preview_url: '' },
  ])
  server.on('GET /user/assistants/models', [{ id: 1, name: 'Built-in' }])
  for (const path of ['phone-numbers', 'synthesizer-providers', 'transcriber-providers'])
    server.on(`GET /user/assistants/${path}`, [])
  server.on('GET /user/knowledgebases', { data: [] })
  server.on('GET /user/tools', [])
  server.on('GET /user/mcp-servers', { data: [] })
  server.on('GET /user/assistants', [])
  return { server, desk }
}

async function openForm() {
  const { server, desk } = furnished()
  const drawn = draw(<AssistantForm desk={desk} params={{ id: '5' }} />, '/app/assistants/5')
  await screen.findByRole('heading', { name: 'Bakery', level: 1 })
  return { server, desk, ...drawn }
}

test('the form has a control for every setting that has an effect, and lists the others', async () => {
  await openForm()
  await screen.findByRole('radio', { name: /^Ava/ })
  const drawn = [...document.querySelectorAll('.setting')].map(({ id }) =>
    id.replace('setting-', ''),
  )
  const unused = ['multimodal_model_id', 'chat_llm_fallback_id', 'turn_detection_threshold']
  // These two matter only in combination with another setting.
  const idle = ['filler_config', 'ambient_sound_volume']
  const hidden = [...unused, ...idle]
  const expected = SETTING_FIELDS.map(({ name }) => name).filter((name) => !hidden.includes(name))
  expect(drawn).toEqual(expected)
  for (const place of document.querySelectorAll('.setting:not(.is-phone)'))
    expect([place.id, place.querySelector('input, textarea, select, button') !== null]).toEqual([
      place.id,
      true,
    ])
  screen.getByText(/Multimodal model, Model for chats and tools, Speech threshold/)
})

test('the first message counts characters as the server does', async () => {
  const { user } = await openForm()
  const field = screen.getByRole('textbox', { name: 'First message' })
  await user.clear(field)
  await user.type(field, 'Hi 👋')
  screen.getByText('4 / 200')
})

test('a rejected save shows each error beside its setting and goes to the first', async () => {
  const { server, user } = await openForm()
  server.on('PUT /user/assistants/5/settings', () =>
    invalid({ system_prompt: ['The system prompt field is required.'] }),
  )
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The system prompt field is required.')
  const instructions = screen.getByRole('textbox', { name: 'Instructions' })
  await expect.poll(() => document.activeElement).toBe(instructions)
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Bakery!')
})

test('a changed setting shows its default and can be reset to it', async () => {
  const { user } = await openForm()
  const ringing = () => document.getElementById('setting-ringing_time')!
  within(ringing()).getByText('Default: 30 seconds')
  await user.clear(within(ringing()).getByRole('textbox'))
  await user.type(within(ringing()).getByRole('textbox'), '12')
  await user.click(within(ringing()).getByRole('button', { name: /^Reset to default/ }))
  expect(within(ringing()).getByRole('textbox')).toHaveProperty('value', '30')
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull()
})

test('a new assistant without a name gets an error beside the field', async () => {
  const { desk } = furnished()
  const { user } = draw(<NewAssistantScreen desk={desk} params={{}} />, '/app/assistants/new')
  await user.click(await screen.findByRole('radio', { name: /^Start from scratch/ }))
  await user.click(screen.getByRole('button', { name: 'Create and continue' }))
  await screen.findByText('The name field is required.')
  await expect
    .poll(() => document.activeElement)
    .toBe(screen.getByRole('textbox', { name: 'Name' }))
})
