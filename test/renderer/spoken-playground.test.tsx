import { act, screen } from '@testing-library/preact'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PracticeServerMessage } from '#contracts/voice-practice.ts'
import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Values } from '../../renderer/screens/assistants/draft/effective.ts'
import { Playground } from '../../renderer/screens/assistants/playground/playground.tsx'
import { createPlaygroundModel } from '../../renderer/screens/assistants/playground/playground-model.ts'
import { createSpokenModel } from '../../renderer/screens/assistants/playground/spoken-model.ts'
import { SoundError, type SoundFault } from '../../widget/sound/sound-error.ts'
import { draw } from './render.tsx'
import { fakeServer, invalid, settle } from './support.ts'

const TICKET = 'POST /user/assistants/3/practice-calls'
const READY = {
  type: 'ready',
  conversation_id: null,
  call_id: null,
  rates: { up: 16_000, down: 24_000 },
  lead_ms: 400,
  hears: true,
  speaks: true,
  browser_hears: false,
} as const satisfies VoiceServerMessage

const EXPLANATION = {
  model: 'Mistral',
  is_fallback: false,
  rounds: 1,
  tools: [],
  input_tokens: null,
  output_tokens: null,
  is_estimated: false,
  cost: null,
  first_words_ms: 300,
  total_ms: 900,
  spoken: { heard_ms: 240, thought_ms: 540, sound_ms: 1200 },
  passages: [
    {
      ...{ id: 1, document_name: 'pets.md', document_url: null, heading: 'Dogs' },
      ...{ content: 'Dogs are welcome on the terrace.', score: 2.5 },
    },
  ],
}

/** A playground with a socket driven by the test. */
function scene(fault?: SoundFault) {
  const server = fakeServer()
  server.on(TICKET, { ticket: 'a ticket' })
  const values = () => ({ name: 'Mira', initial_message: 'Hello.' }) as unknown as Values
  const sound = { rate: 48_000, command: vi.fn(), mute: vi.fn(), close: vi.fn() }
  const sockets: (EventTarget & { sent: { type: string }[]; open(): void; readyState: number })[] =
    []
  const model = createPlaygroundModel({ fetch: server.fetch, id: 3, values })
  const spoken = createSpokenModel({
    api: server.api,
    id: 3,
    values,
    variables: () => ({ who: 'Ada' }),
    outside: {
      openContext: () => ({ close: async () => {} }) as AudioContext,
      async openSound() {
        if (fault) throw new SoundError(fault)
        return sound
      },
      openLoudspeaker: async () => sound,
      connect() {
        const socket = Object.assign(new EventTarget(), {
          readyState: WebSocket.OPEN as number,
          sent: [] as { type: string }[],
          send: (text: string) => socket.sent.push(JSON.parse(text)),
          close: vi.fn(),
          open: () => (socket as unknown as WebSocket).onopen?.(new Event('open')),
        })
        sockets.push(socket)
        return socket as unknown as WebSocket
      },
    },
  })
  onTestFinished(() => spoken.stop())
  const { user } = draw(<Playground model={model} spoken={spoken} />)
  const tell = (message: PracticeServerMessage) =>
    act(() => {
      const event = new MessageEvent('message', { data: JSON.stringify(message) })
      const socket = sockets.at(-1)! as unknown as WebSocket
      socket.onmessage?.(event)
      socket.dispatchEvent(event)
    })
  return {
    server,
    user,
    tell,
    sound,
    sockets,
    async call(): Promise<void> {
      await user.click(screen.getByRole('button', { name: 'Call the draft' }))
      await settle()
      sockets.at(-1)?.open()
    },
    log: () =>
      [...screen.getByRole('log').querySelectorAll('.played')].map((one) => one.textContent),
  }
}

test('speech on a call with the draft appears in the playground as it is heard', async () => {
  const { server, call, tell, log, user, sound } = scene()
  await call()
  expect(server.bodies(TICKET)).toEqual([
    { fields: { name: 'Mira', initial_message: 'Hello.' }, variables: { who: 'Ada' } },
  ])
  await tell(READY)
  await tell({ type: 'said', speaker: 'assistant', text: 'Hel', final: false })
  await tell({ type: 'said', speaker: 'visitor', text: 'Good', final: false })
  await tell({ type: 'said', speaker: 'assistant', text: 'Hello.', final: true })
  await tell({ type: 'said', speaker: 'visitor', text: 'Good day', final: true })
  await tell({ type: 'state', state: 'thinking' })
  expect(log()).toEqual(['Hello.', 'Good day'])
  screen.getByText('Thinking')
  await user.click(screen.getByRole('button', { name: 'Mute microphone' }))
  expect(sound.mute).toHaveBeenCalledWith(true)
  await user.click(screen.getByRole('button', { name: 'Hang up' }))
  expect(screen.queryByRole('button', { name: 'Hang up' })).toBeNull()
  expect(log()).toEqual(['Hello.', 'Good day'])
})

test('an answer on a call with the draft says what it was made from, the greeting does not', async () => {
  const { call, tell, user, log } = scene()
  await call()
  await tell(READY)
  await tell({ type: 'said', speaker: 'assistant', text: 'Hello.', final: true })
  await tell({ type: 'said', speaker: 'visitor', text: 'May I bring a dog?', final: true })
  await tell({ type: 'said', speaker: 'assistant', text: 'On the terrace.', final: true })
  expect(screen.queryByRole('button', { name: 'Why this answer?' })).toBeNull()
  await tell({ type: 'explained', text: 'On the terrace.', explanation: EXPLANATION })
  expect(log()).toEqual(['Hello.', 'May I bring a dog?', 'On the terrace.Why this answer?'])
  await user.click(screen.getByRole('button', { name: 'Why this answer?' }))
  const panel = await screen.findByRole('dialog', { name: 'Why this answer' })
  await settle()
  for (const text of ['Mistral', 'pets.md', 'Included in the price per minute'])
    expect(panel.textContent).toContain(text)
  expect(panel.textContent).toContain('First sound1.2 s')
  expect(panel.textContent).not.toContain('Tokens')
})

test('without a microphone the caller’s words are typed into the same call', async () => {
  const { call, tell, user, sockets, server } = scene('noMicrophone')
  await call()
  await tell(READY)
  screen.getByText('No microphone: type what the caller says.')
  await user.type(screen.getByRole('textbox'), 'Good day{Enter}')
  expect(sockets[0]!.sent.at(-1)).toEqual({ type: 'text', text: 'Good day' })
  expect(screen.getByRole('textbox')).toHaveProperty('value', '')
  expect(server.calls.map(({ call: one }) => one)).toEqual([TICKET])
})

test('without a transcriber, the way to set one up is shown', async () => {
  const { call, tell } = scene()
  await call()
  await tell({ ...READY, hears: false })
  const link = screen.getByRole('link', { name: 'Set up speech recognition' })
  expect(link.getAttribute('href')).toBe('/app/settings/voice')
  expect(screen.queryByRole('button', { name: 'Mute microphone' })).toBeNull()
})

test('a refused call says why', async () => {
  const { call, server, sockets } = scene()
  server.on(TICKET, () => invalid({ 'fields.voice_id': ['That voice is of another mode.'] }))
  await call()
  await screen.findByText('That voice is of another mode.')
  expect(sockets).toEqual([])
  screen.getByRole('button', { name: 'Call the draft' })
})
