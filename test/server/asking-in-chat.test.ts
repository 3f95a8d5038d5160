import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { NewAssistant } from '#contracts/assistant-fields.ts'
import { activateAssistant, getAssistant } from '#contracts/assistants.ts'
import { endConversation, getConversation } from '#contracts/conversations.ts'
import { listLanguages } from '#contracts/lookups.ts'
import {
  getVisitorConversation,
  openVisitorSession,
  setVisitorVariables,
} from '#contracts/widget.ts'
import { createdAssistant } from '../support/assistants.ts'
import { startServer } from '../support/server.ts'
import { inConversation } from '../support/visitor.ts'

const FIELDS = [
  { name: 'full_name', type: 'string', description: 'Name of the customer' },
  { name: 'email', type: 'string', description: 'Where we can write to' },
  { name: 'phone_number', type: 'string', description: 'Where we can call' },
  { name: 'guests', type: 'number', description: 'How many guests come' },
] as const

const SYSTEM_PROMPT = 'We are open from 9 to 18. Delivery costs 5 euros in the whole city.'

/** A visitor of an assistant that uses the built-in model, in the widget. */
async function setUp({
  language = 'en',
  ...fields
}: Partial<z.input<typeof NewAssistant>> & { language?: string } = {}) {
  const server = await startServer()
  const { call } = server
  const known = await call(listLanguages)
  const id = await createdAssistant(server, {
    system_prompt: SYSTEM_PROMPT,
    language_id: known.find(({ iso_2 }) => iso_2 === language)!.id,
    post_call_schema: [...FIELDS],
    ...fields,
  })
  await call(activateAssistant, { params: { id } })
  const { uuid } = await call(getAssistant, { params: { id } })
  const session = await server.as()(openVisitorSession, { body: { assistant_id: uuid } })
  const visitor = await inConversation(server, session)
  const params = { uuid: visitor.conversationId }
  return {
    server,
    visitor,
    params,
    /** Sends a message; resolves to the complete answer. */
    async ask(message: string): Promise<string> {
      const { seq } = await visitor.say(message)
      const answer = async () =>
        (await visitor.call(getVisitorConversation, { params })).messages.find(
          (other) => other.seq === seq + 1,
        )
      await expect.poll(async () => (await answer())?.status).toBe('complete')
      return (await answer())!.content
    },
    /** Ends the chat; resolves to the extracted values. */
    async found() {
      await call(endConversation, { params })
      const outcome = async () => (await call(getConversation, { params })).outcome
      await expect.poll(async () => (await outcome())?.extracted).toBeDefined()
      return (await outcome())!.extracted
    },
  }
}

test('the built-in model asks a visitor for missing schema fields, and their replies are extracted', async () => {
  const { ask, found } = await setUp()
  expect(await ask('When are you open?')).toBe('We are open from 9 to 18.')
  expect(await ask('What does delivery cost?')).toMatch(/5 euros.* May I ask your name\?$/)
  expect(await ask('Maria Lopez')).toMatch(/At which email address can we reach you\?$/)
  expect(await ask('maria@example.com')).toMatch(/At which telephone number can we reach you\?$/)
  expect(await ask('+49 30 123456')).toMatch(/May I also ask for this: guests\?$/)
  expect(await ask('4')).not.toContain('?')
  expect(await found()).toEqual({
    full_name: 'Maria Lopez',
    email: 'maria@example.com',
    phone_number: '+49 30 123456',
    guests: 4,
  })
})

test.each([
  ['de', 'Haben Sie Parkplätze?', 'nach Ihrem Namen'],
  ['fr', 'Avez-vous un parking ?', 'votre nom'],
  ['es', '¿Tienen aparcamiento?', 'su nombre'],
])('it does so in %s too, whatever language the schema is in', async (code, question, asked) => {
  const { ask, found } = await setUp({ language: code })
  expect(await ask(question)).toContain(asked)
  await ask('Maria Lopez')
  expect(await found()).toMatchObject({ full_name: 'Maria Lopez', email: null })
})

test('values given in a form are not asked for, but are extracted all the same', async () => {
  const { visitor, params, ask, found } = await setUp()
  const variables = { name: 'Eva', email: 'eva@example.com', guests: 3 }
  await visitor.call(setVisitorVariables, { params, body: { variables } })
  expect(await ask('I want to talk to a person')).toMatch(
    /letting a person know.* At which telephone number can we reach you\?$/,
  )
  expect(await ask('I would rather not say')).not.toMatch(/name|email|guests/)
  expect(await found()).toEqual({
    full_name: 'Eva',
    email: 'eva@example.com',
    phone_number: null,
    guests: 3,
  })
})

test('a follow-up question is answered in context, and a human is offered when nothing is found', async () => {
  const { server, params, ask } = await setUp({ post_call_schema: [] })
  expect(await ask('Do you have delivery?')).toContain('Delivery costs 5 euros')
  expect(await ask('And how much is it?')).toContain('5 euros')
  expect(await ask('Do you sell unicorns?')).toContain('A person will follow up')
  const { activities } = await server.call(getConversation, { params })
  expect(activities).toMatchObject([{ kind: 'needs_person', data: { reason: 'unknown' } }])
})
