import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { AssistantForm } from '../../renderer/screens/assistants/form/form.tsx'
import { formOf, settingDefaults } from './assistant-support.ts'
import { draw, fakeDesk } from './render.tsx'

const MODEL = { id: 4, name: 'Live', code: 'speech:4', ignores: ['llm_temperature'] }
const VOICE = {
  ...{ id: 7, name: 'Ava', gender: 'female', preview_url: '' },
  ignores: ['speech_speed', 'voice_stability'],
}

/** The form of an assistant with a realtime model. */
async function openForm(fields: object, synthesizers: readonly object[] = []) {
  const { server, desk } = fakeDesk()
  const form = formOf(3)
  server.on('GET /user/assistants/5/settings', {
    ...form,
    fields: { ...form.fields, multimodal_model_id: 4, voice_id: 7, ...fields },
  })
  server.on('GET /user/assistants/defaults', ({ url }) => settingDefaults(url))
  server.on('GET /user/assistants/languages', [{ id: 1, name: 'English', iso_2: 'en' }])
  server.on('GET /user/assistants/voices', [VOICE])
  server.on('GET /user/assistants/models', [MODEL])
  server.on('GET /user/assistants/synthesizer-providers', synthesizers)
  for (const path of ['phone-numbers', 'transcriber-providers'])
    server.on(`GET /user/assistants/${path}`, [])
  for (const path of ['knowledgebases', 'mcp-servers']) server.on(`GET /user/${path}`, { data: [] })
  for (const path of ['tools', 'assistants']) server.on(`GET /user/${path}`, [])
  draw(<AssistantForm desk={desk} params={{ id: '5' }} />, '/app/assistants/5')
  await screen.findByRole('radio', { name: /^Ava/ })
}

const ignored = () =>
  [...document.querySelectorAll('.setting')]
    .filter(({ textContent }) => textContent?.includes('No effect with'))
    .map(({ id, textContent }) => [
      id.replace('setting-', ''),
      /No effect with “(\w+)”/.exec(textContent ?? '')?.[1],
    ])

test('settings that the realtime model or its voice ignores are marked beside the field', async () => {
  await openForm({ mode: 'multimodal' })
  await expect.poll(ignored).toEqual([
    ['llm_temperature', 'Live'],
    ['speech_speed', 'Ava'],
    ['voice_stability', 'Ava'],
  ])
})

test('in dualplex the synthesizer speaks, and in pipeline there is no realtime model', async () => {
  const synthesizer = { id: 9, name: 'Eleven', code: 'speech:9', ignores: ['voice_similarity'] }
  await openForm({ mode: 'dualplex', synthesizer_provider_id: 9 }, [synthesizer])
  await expect.poll(ignored).toEqual([
    ['llm_temperature', 'Live'],
    ['voice_similarity', 'Eleven'],
  ])
})

test('a synthesizer that can only play calls leaves the voice to speak', async () => {
  const played = { id: 9, name: 'Sandbox', code: 'played' }
  await openForm({ mode: 'pipeline', synthesizer_provider_id: 9 }, [played])
  await expect.poll(ignored).toEqual([
    ['speech_speed', 'Ava'],
    ['voice_stability', 'Ava'],
  ])
})
