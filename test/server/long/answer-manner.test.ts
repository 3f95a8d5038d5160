import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { createdBase, fileOf, readDocument } from '../../support/knowledge.ts'
import { startPricedModel } from '../../support/priced-model.ts'
import { startServer } from '../../support/server.ts'
import { createVisitor, starterAssistant } from '../../support/visitor.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { speech, waitLong } from '../../support/web-calls.ts'

test('speaking-style instructions reach the model on a call, but are not searched for in the knowledge base', async () => {
  const provider = await startPricedModel(() => ({ text: 'They are.' }))
  const server = await startServer({ llm: provider.llm, outside: { speech } })
  await useHostedModel(server)
  const base = await createdBase(server)
  await readDocument(server, base, fileOf('dogs.txt', 'Dogs are welcome in the café.'))
  await readDocument(server, base, fileOf('style.txt', 'Markdown has lists, headings and links.'))
  const { id } = await starterAssistant(server)
  await server.call(updateAssistant, { params: { id }, body: { knowledgebase_id: base } })

  const visitor = await createVisitor(server)
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.has('ready'), waitLong).toBe(true)
  await visitor.say('Are dogs welcome?')
  await expect.poll(() => provider.bodies.length, waitLong).toBe(1)
  expect(provider.bodies[0]).toContain('voice call')
  expect(provider.bodies[0]).toContain('Dogs are welcome in the café.')
  expect(provider.bodies[0]).not.toContain('Markdown has lists')
})
