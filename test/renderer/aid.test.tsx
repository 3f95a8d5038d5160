import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { Conversation } from '../../renderer/screens/inbox/conversation.tsx'
import { draw, fakeDesk } from './render.tsx'
import { ADA, detail, fakeLive, later, message } from './support.ts'

const AID = `/user/conversations/${ADA}/writing-aid`
const GET = `GET ${AID}`
const ASK = `POST ${AID}`
const REPLY = `POST /user/conversations/${ADA}/messages`

async function open(offer: object) {
  const { server, desk } = fakeDesk()
  const live = fakeLive()
  server.on(`GET /user/conversations/${ADA}`, detail([message(1)], { ai_mode: 'human' }))
  for (const name of ['read', 'typing'])
    server.on(`POST /user/conversations/${ADA}/${name}`, { message: 'ok' })
  server.on(GET, { data: offer })
  server.on(ASK, ({ body }) => {
    const { task, language } = body as { task: string; language?: string }
    return {
      data: {
        text: `[${task}]`,
        language: task === 'translate' ? language : null,
        model: 'Model',
        cost: 0.0004,
      },
    }
  })
  const whole = { ...desk, live: { ...desk.live, ...live } }
  const quiet = { note: () => undefined, endReplied: () => undefined }
  const drawn = draw(
    <Conversation desk={whole} id={ADA} resolving={quiet} onClose={() => undefined} />,
  )
  await screen.findByRole('log')
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reply to/ })
  const choose = async (name: string) => {
    await drawn.user.click(screen.getByRole('button', { name: 'AI help' }))
    await drawn.user.click(await screen.findByRole('menuitem', { name }))
  }
  return { ...drawn, server, live, field, choose }
}

test('a proposal shows its cost beside the text, is used on request, and Undo brings the text back', async () => {
  const { user, field, choose, server } = await open({ model: 'Model', visitor_language: 'de' })
  await user.type(field(), 'We is closed')
  await choose('Rephrase')
  const proposal = await screen.findByRole('region', { name: 'Suggestion' })
  within(proposal).getByText('[rephrase]')
  within(proposal).getByText('Model · $0.0004')
  expect(field().value).toBe('We is closed')
  await user.click(within(proposal).getByRole('button', { name: 'Use' }))
  expect(field().value).toBe('[rephrase]')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(field().value).toBe('We is closed')
  expect(server.bodies(ASK)).toEqual([{ task: 'rephrase', text: 'We is closed' }])
})

test('a reply sent in translation carries its original; one that was undone does not', async () => {
  const { user, field, choose, server } = await open({ model: 'Model', visitor_language: 'de' })
  server.on(REPLY, { message: 'ok', data: message(2, { author: 'operator', content: 'x' }) })
  await user.type(field(), 'Closed')
  await choose('Translate into German')
  await user.click(await screen.findByRole('button', { name: 'Use' }))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await expect
    .poll(() => server.bodies(REPLY))
    .toMatchObject([{ content: '[translate]', original: 'Closed' }])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.type(field(), 'Open')
  await choose('Translate into German')
  await user.click(await screen.findByRole('button', { name: 'Use' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await expect.poll(() => server.bodies(REPLY)).toHaveLength(2)
  expect(server.bodies(REPLY)[1]).not.toHaveProperty('original')
})

test('a summary becomes a note, and a request can be cancelled', async () => {
  const { user, choose, server } = await open({ model: 'Model', visitor_language: null })
  await choose('Summarize so far')
  await user.click(await screen.findByRole('button', { name: 'Use as note' }))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /note/i }).value).toBe(
    '[summarise]',
  )
  expect(server.bodies(ASK)).toEqual([{ task: 'summarise', language: 'en' }])
  await user.click(screen.getByRole('radio', { name: 'Reply' }))
  const slow = later<object>()
  server.on(ASK, () => slow.promise)
  await choose('Summarize so far')
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  slow.resolve({ data: { text: 'late', language: null, model: 'Model', cost: 0 } })
  await expect.poll(() => screen.queryByText('Summarizing…')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Suggestion' })).toBeNull()
})

test('where only the built-in model is there, it says what is needed', async () => {
  const { user } = await open({ model: null, visitor_language: 'de' })
  await user.click(screen.getByRole('button', { name: 'AI help' }))
  const link = await screen.findByRole('menuitem', { name: /Add a chat model/ })
  expect(link.getAttribute('href')).toBe('/app/settings/models')
  expect(
    screen.getByRole('menuitem', { name: 'Summarize so far' }).getAttribute('aria-disabled'),
  ).toBe('true')
})

test('a visitor’s message is shown in translation beside its original, and a translated reply with its original on demand', async () => {
  const { user, live, server } = await open({ model: 'Model', visitor_language: 'de' })
  server.on(`POST /user/conversations/${ADA}/messages/101/translation`, { data: {}, cost: 0.0001 })
  await user.click(screen.getByRole('button', { name: 'Translate into English' }))
  const translated = (message_id: number, content: string, is_original: boolean) =>
    live.emit({
      type: 'message.translated',
      id: message_id + (is_original ? 300 : 100),
      data: {
        conversation_id: ADA,
        message_id,
        translation: { language: is_original ? null : 'en', content, is_original },
      },
    })
  translated(101, 'When do you open?', false)
  await screen.findByText('When do you open?')
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByText('When do you open?')).toBeNull()
  live.emit({
    type: 'message.created',
    id: 301,
    data: { conversation_id: ADA, message: message(2, { author: 'operator', content: 'Um 9' }) },
  })
  await screen.findByText('Um 9')
  translated(102, 'At 9', true)
  await user.click(await screen.findByRole('button', { name: 'Show original' }))
  screen.getByText('At 9')
})
