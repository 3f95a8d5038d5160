import { expect, test } from 'vitest'
import { activateAssistant, deactivateAssistant, updateAssistant } from '#contracts/assistants.ts'
import { createdAssistant } from '../support/assistants.ts'
import type { Step } from '../support/llm-stand-in.ts'
import { talking } from '../support/talking.ts'

/* The tool `assistant_transfer`: another assistant takes over a chat. Calls: long/assistant-handover-calls. */

const handsOver = (id: number, says: string): Step => ({
  says,
  calls: [{ name: `transfer_to_assistant_${id}`, args: {} }],
})

/** A chat whose assistant can hand over to another one, "Billing". */
async function withBilling(script: (billing: number) => readonly Step[], tool: object = {}) {
  // Ids are sequential: the chat's first assistant has the id before this one.
  const steps: Step[] = []
  const chat = await talking({ standIn: { script: steps } })
  const billing = await createdAssistant(chat.server, {
    name: 'Billing',
    system_prompt: 'You know every invoice.',
    llm_model_id: chat.modelId,
  })
  await chat.server.call(activateAssistant, { params: { id: billing } })
  await chat.server.call(updateAssistant, {
    params: { id: chat.assistantId },
    body: { tools: [{ type: 'assistant_transfer', assistant_id: billing, ...tool }] },
  })
  steps.push(...script(billing))
  return { chat, billing }
}

const toolsOf = (body: { tools?: { function: { name: string } }[] }) =>
  body.tools?.map((tool) => tool.function.name)

test('from the next answer on, the target answers a chat with its own prompt and tools', async () => {
  const { chat, billing } = await withBilling((id) => [
    handsOver(id, ''),
    { says: 'Billing takes over.' },
    { says: 'Your invoice is paid.' },
  ])
  await using _ = chat
  expect((await chat.say('What about my invoice?')).message).toBe('Billing takes over.')
  expect(toolsOf(chat.sent(0))).toEqual([`transfer_to_assistant_${billing}`])
  expect((await chat.say('Is it paid?')).message).toBe('Your invoice is paid.')
  expect(JSON.stringify(chat.sent(1).messages[0])).not.toContain('You know every invoice.')
  expect(JSON.stringify(chat.sent(2).messages[0])).toContain('You know every invoice.')
  expect(toolsOf(chat.sent(2))).toBeUndefined()
  // The conversation stays with the first assistant.
  const { assistant_id, messages } = await chat.read()
  expect(assistant_id).toBe(chat.uuid)
  expect(messages.map(({ author_name }) => author_name)).not.toContain('Billing')
})

test('message_before_transfer and description reach the model verbatim', async () => {
  const { chat } = await withBilling(
    (id) => [handsOver(id, ''), { says: 'Putting you through.' }],
    { description: 'Questions about invoices.', message_before_transfer: 'Putting you through.' },
  )
  await using _ = chat
  await chat.say('My invoice')
  expect(JSON.stringify(chat.sent(0).tools)).toContain('Questions about invoices.')
  expect(JSON.stringify(chat.sent(1).messages)).toContain(
    'Say exactly this and nothing else: Putting you through.',
  )
})

test('an inactive target is not offered, and returns the conversation to the first assistant', async () => {
  const { chat, billing } = await withBilling((id) => [
    handsOver(id, ''),
    { says: 'Billing takes over.' },
    { says: 'Hello again.' },
  ])
  await using _ = chat
  await chat.say('My invoice')
  await chat.server.call(deactivateAssistant, { params: { id: billing } })
  await chat.say('And now?')
  expect(JSON.stringify(chat.sent(2).messages[0])).not.toContain('You know every invoice.')
  expect(toolsOf(chat.sent(2))).toBeUndefined()
})

test('a conversation is handed over at most three times', async () => {
  const steps: Step[] = []
  await using chat = await talking({ standIn: { script: steps } })
  const { server, assistantId: first, modelId } = chat
  const second = await createdAssistant(server, {
    llm_model_id: modelId,
    tools: [{ type: 'assistant_transfer', assistant_id: first }],
  })
  await server.call(activateAssistant, { params: { id: second } })
  await server.call(updateAssistant, {
    params: { id: first },
    body: { tools: [{ type: 'assistant_transfer', assistant_id: second }] },
  })
  for (const id of [second, first, second]) steps.push(handsOver(id, ''), { says: 'Over to you.' })
  steps.push({ says: 'I stay.' })
  for (const said of ['One', 'Two', 'Three', 'Four']) await chat.say(said)
  expect([0, 2, 4, 6].map((index) => toolsOf(chat.sent(index)))).toEqual([
    [`transfer_to_assistant_${second}`],
    [`transfer_to_assistant_${first}`],
    [`transfer_to_assistant_${second}`],
    undefined,
  ])
})

test.each([
  ['itself', (own: number) => own, 'An assistant cannot transfer to itself.'],
  ['one that does not exist', () => 987_654, 'The selected tools.0.assistant id is invalid.'],
])('an assistant cannot transfer to %s', async (_, target, message) => {
  await using chat = await talking()
  const response = await chat.server.fetch(`/api/user/assistant/${chat.assistantId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      tools: [{ type: 'assistant_transfer', assistant_id: target(chat.assistantId) }],
    }),
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ errors: { 'tools.0.assistant_id': [message] } })
})
