import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import type { AssistantChange } from '#contracts/assistant-fields.ts'
import { getAssistantSettings } from '#contracts/assistant-settings.ts'
import { activateAssistant, updateAssistant } from '#contracts/assistants.ts'
import { startPracticeCall } from '#contracts/call-practice.ts'
import { listCalls } from '#contracts/calls.ts'
import { listConversations } from '#contracts/conversations.ts'
import { getHome } from '#contracts/home.ts'
import { deleteOperator } from '#contracts/operators.ts'
import { PRACTICE_SOCKET } from '#contracts/voice-frames.ts'
import type { Synthesizer } from '../../../server/providers/speech/speak.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { hostedModelId, useHostedModel } from '../../support/hosted-model.ts'
import { type Step, startLlmStandIn } from '../../support/llm-stand-in.ts'
import { colleague, signedInOwner } from '../../support/operators.ts'
import { startPricedModel } from '../../support/priced-model.ts'
import { type Clients, KEY, startServer, type TestServer } from '../../support/server.ts'
import { toneSynthesizer } from '../../support/tone-services.ts'
import { starterAssistant } from '../../support/visitor.ts'
import { openSocket } from '../../support/voice-caller.ts'
import { startPlaying } from '../../support/voice-player.ts'
import { speech, waitLong } from '../../support/web-calls.ts'

type Fields = Partial<z.input<typeof AssistantChange>>

const socketOf = (server: TestServer, origin?: string) =>
  openSocket(server, { ...PRACTICE_SOCKET, protocols: [PRACTICE_SOCKET.protocol], origin })

const ownPage = (server: TestServer) =>
  server.as({ authorization: `Bearer ${KEY}`, origin: server.url })

async function ticketOf(
  server: TestServer,
  { fields = {}, variables = {} }: { fields?: Fields; variables?: Record<string, string> } = {},
  call: Clients['call'] = ownPage(server),
): Promise<string> {
  const { id } = await starterAssistant(server)
  const body = { fields, variables }
  return (await call(startPracticeCall, { params: { id }, body })).ticket
}

/** The page of someone speaking with a draft. */
async function practise(
  server: TestServer,
  ...rest: [Parameters<typeof ticketOf>[1]?, Clients['call']?]
) {
  const [draft, call] = rest
  const caller = await startPlaying({
    ticket: () => ticketOf(server, draft, call),
    open: () => socketOf(server),
  })
  onTestFinished(caller.end)
  await expect.poll(() => caller.has('ready'), waitLong).toBe(true)
  return caller
}

async function savedAs(server: TestServer, fields: Fields): Promise<void> {
  const { id } = await starterAssistant(server)
  await server.call(updateAssistant, { params: { id }, body: fields })
}

test('a draft can be spoken with before it is saved, and nothing of it is stored or counted', async () => {
  const server = await startServer({ outside: { speech } })
  await savedAs(server, { initial_message: 'Saved.', endpoint_sensitivity: 5 })
  const caller = await practise(server, {
    fields: { initial_message: 'Hello {{who}}.' },
    variables: { who: 'Ada' },
  })
  await expect.poll(() => caller.of('heard').at(-1)?.text, waitLong).toBe('Hello Ada.')
  await expect.poll(() => caller.heardOf(1), waitLong).toBe('Hello Ada.')
  caller.speak('thank you')
  await expect.poll(() => caller.playedMs(2), waitLong).toBeGreaterThan(200)
  expect(caller.of('said').find(({ speaker, final }) => speaker === 'visitor' && final)?.text).toBe(
    'thank you',
  )
  caller.hangUp()
  await expect.poll(() => server.context.liveCalls.count, waitLong).toBe(0)
  expect((await server.call(listCalls)).data).toEqual([])
  expect((await server.call(listConversations)).data).toEqual([])
  expect((await server.call(getHome, { query: {} })).today.calls.web).toBe(0)
  const { id } = await starterAssistant(server)
  const { fields } = await server.call(getAssistantSettings, { params: { id } })
  expect(fields.initial_message).toBe('Saved.')
})

test('without a transcriber the caller’s words are typed, and the answer is heard', async () => {
  const provider = await startPricedModel(() => ({ text: 'Very well.' }))
  const outside = { speech: { synthesizer: toneSynthesizer } }
  const server = await startServer({ llm: provider.llm, outside })
  await useHostedModel(server)
  const prompt = 'You sell bread on Sundays.'
  const caller = await practise(server, {
    fields: { initial_message: 'Hello.', system_prompt: prompt },
  })
  expect(caller.of('ready')[0]).toMatchObject({ hears: false, call_id: null })
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  for (const [index, text] of ['Good day', 'And cake?'].entries()) {
    caller.tell({ type: 'text', text })
    await expect.poll(() => caller.of('heard').length, waitLong).toBe(index + 2)
  }
  await expect.poll(() => caller.heardOf(2), waitLong).toBe('Very well.')
  await expect.poll(() => caller.of('explained').length, waitLong).toBe(2)
  const explained = { text: 'Very well.', explanation: { rounds: 1, spoken: null } }
  expect(caller.of('explained')).toMatchObject([explained, explained])
  expect(provider.bodies[0]).toContain(prompt)
  for (const said of ['Hello.', 'Good day', 'Very well.', 'And cake?'])
    expect(provider.bodies[1]).toContain(said)
  expect(caller.of('said').filter(({ speaker }) => speaker === 'visitor')).toMatchObject([
    { text: 'Good day', final: true },
    { text: 'And cake?', final: true },
  ])
})

test('a handover goes on with the other assistant’s greeting, prompt and voice, and is not stored', async () => {
  const script: Step[] = []
  await using model = await startLlmStandIn({ personality: 'scripted', script })
  const llm = { url: model.url, key: undefined, model: 'some-model' }
  const speeds: number[] = []
  const synthesizer: Synthesizer = {
    ...toneSynthesizer,
    open(options) {
      speeds.push(options.speed)
      return toneSynthesizer.open(options)
    },
  }
  const server = await startServer({ llm, outside: { speech: { synthesizer } } })
  await useHostedModel(server)
  const billing = await createdAssistant(server, {
    name: 'Billing',
    initial_message: 'Billing here, {{who}}.',
    system_prompt: 'You know every invoice.',
    speech_speed: 1.2,
    llm_model_id: hostedModelId(server),
  })
  await server.call(activateAssistant, { params: { id: billing } })
  const says = 'Billing takes over.'
  script.push(
    { says, calls: [{ name: `transfer_to_assistant_${billing}`, args: {} }] },
    { says: 'It is paid.' },
  )
  const tools = [{ type: 'assistant_transfer' as const, assistant_id: billing }]
  const caller = await practise(server, {
    fields: { initial_message: 'Welcome.', tools },
    variables: { who: 'Ada' },
  })
  const heard = () => caller.of('heard').map(({ text }) => text)
  await expect.poll(heard, waitLong).toEqual(['Welcome.'])
  caller.tell({ type: 'text', text: 'My invoice, please' })
  await expect.poll(heard, waitLong).toEqual(['Welcome.', says, 'Billing here, Ada.'])
  caller.tell({ type: 'text', text: 'Is it paid?' })
  await expect.poll(() => heard().at(-1), waitLong).toBe('It is paid.')
  const asked = model.requests.filter(({ path }) => path.endsWith('/chat/completions'))
  expect(JSON.stringify(asked[1]!.body!.messages[0])).toContain('You know every invoice.')
  expect(speeds).toEqual([1, 1, 1.2, 1.2])
  expect((await server.call(listCalls)).data).toEqual([])
})

test('turn-taking settings apply as the draft has them', async () => {
  const server = await startServer({ outside: { speech } })
  await savedAs(server, { initial_message: 'Hello.', endpoint_sensitivity: 5 })
  const caller = await practise(server, { fields: { wait_for_customer: true } })
  caller.tell({ type: 'text', text: 'Good day' })
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  expect(caller.of('said')[0]).toMatchObject({ speaker: 'visitor', text: 'Good day' })
  expect(caller.of('heard')[0]).toMatchObject({ text: 'Hello.' })
})

test('an invalid draft is rejected beside the field, and another account’s is not found', async () => {
  const server = await startServer({ outside: { speech } })
  await expect(ticketOf(server, { fields: { knowledgebase_id: 999 } })).rejects.toMatchObject({
    status: 422,
    errors: { 'fields.knowledgebase_id': expect.anything() },
  })
  const other = await anotherAccount(server)
  await expect(ticketOf(server, {}, other.call)).rejects.toMatchObject({ status: 404 })
  await expect(ticketOf(server, {}, server.as())).rejects.toMatchObject({ status: 401 })
})

test('the socket accepts only our own pages, once per ticket', async () => {
  const server = await startServer({ outside: { speech } })
  const first = async (ticket: string, socket = socketOf(server)) => {
    await once(socket, 'open')
    const message = once(socket, 'message')
    socket.send(JSON.stringify({ type: 'hello', ticket }))
    return JSON.parse(String((await message)[0])).type
  }
  const ticket = await ticketOf(server)
  // A visitor's call socket does not accept its ticket.
  expect(await first(await ticketOf(server), openSocket(server))).toBe('ended')
  expect(await first(ticket)).toBe('ready')
  expect(await first(ticket)).toBe('ended')
  const socket = socketOf(server, 'http://127.0.0.1:1')
  const [, response] = await once(socket, 'unexpected-response')
  expect(response.statusCode).toBe(403)
})

test('a second call by the same operator ends the first, and a call ends with the session that started it', async () => {
  const server = await startServer({ outside: { speech } })
  const bea = await colleague(server, 'Bea', 'admin')
  const first = await practise(server, {}, bea.call)
  const second = await practise(server, {}, bea.call)
  await expect
    .poll(() => first.of('ended'), waitLong)
    .toEqual([{ type: 'ended', reason: 'closed' }])
  const owner = await practise(server)
  const { call } = await signedInOwner(server)
  await call(deleteOperator, { params: { id: bea.operator.id } })
  await expect.poll(() => second.has('ended'), waitLong).toBe(true)
  expect(owner.has('ended')).toBe(false)
  expect(server.context.liveCalls.count).toBe(1)
})
