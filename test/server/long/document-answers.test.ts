import { expect, test } from 'vitest'
import { activateAssistant, listAssistants } from '#contracts/assistants.ts'
import { deleteDocument, deleteKnowledgeBase } from '#contracts/knowledge.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { docxOf, pdfOf, wordParagraph } from '../../support/documents.ts'
import { createdBase, fileOf, readDocument } from '../../support/knowledge.ts'
import { startServer } from '../../support/server.ts'

/** Files of every kind, each with its own fact and a question about it. */
const FILES: readonly (readonly [file: File, question: string, fact: string])[] = [
  [
    fileOf(
      'parking.txt',
      'Parking\n\nYou can park behind the building, where forty places are free of charge.',
    ),
    'Where can I park?',
    'behind the building',
  ],
  [
    fileOf('pets.md', '# Pets\n\n## Dogs\n\nDogs are welcome on the terrace and in the garden.\n'),
    'Are dogs welcome?',
    'on the terrace',
  ],
  [
    fileOf(
      'warranty.pdf',
      pdfOf([
        [
          { text: 'Warranty', size: 18, y: 780 },
          { text: 'Every tent has a warranty of seven years from the day', y: 750 },
          { text: 'of purchase.', y: 736 },
        ],
      ]),
    ),
    'How long is the warranty of a tent?',
    'seven years',
  ],
  [
    fileOf(
      'returns.docx',
      docxOf(
        wordParagraph('Returns', { style: 'H1' }) +
          wordParagraph('You can send everything back within forty days.'),
      ),
    ),
    'Can I send something back?',
    'within forty days',
  ],
  [
    fileOf(
      'club.html',
      '<main><h1>Club</h1><p>Membership of the climbing club costs 12 euros a year.</main>',
    ),
    'What does membership of the club cost?',
    '12 euros',
  ],
  [
    fileOf('stock.csv', 'Product,Colour,Price\nKayak,orange,899\nPaddle,black,79\n'),
    'What is the price of the kayak?',
    '899',
  ],
]

test('an assistant answers from files of every kind, and no longer once they are deleted', async () => {
  const server = await startServer()
  const { call, as } = server
  const knowledgebase_id = await createdBase(server)
  const documents: number[] = []
  for (const [file] of FILES) {
    const { id, status } = await readDocument(server, knowledgebase_id, file)
    expect([file.name, status]).toEqual([file.name, 'active'])
    documents.push(id)
  }
  const id = await createdAssistant(server, {
    knowledgebase_id,
    system_prompt: 'You answer for a shop.',
  })
  await call(activateAssistant, { params: { id } })
  const { uuid } = (await call(listAssistants)).data.find((assistant) => assistant.id === id)!
  const ask = async (message: string) => {
    const { conversation_id } = await as()(startConversation, { body: { assistant_id: uuid } })
    const params = { uuid: conversation_id }
    return (await as()(sendPublicMessage, { params, body: { message } })).message
  }
  for (const [file, question, fact] of FILES) {
    expect([file.name, await ask(question)]).toEqual([file.name, expect.stringContaining(fact)])
  }
  const [[, parking, fact], [, dogs]] = FILES as [(typeof FILES)[0], (typeof FILES)[0]]
  await call(deleteDocument, { params: { id: knowledgebase_id, document_id: documents[0]! } })
  expect(await ask(parking)).not.toContain(fact)
  expect(await ask(dogs)).toContain('terrace')
  await call(deleteKnowledgeBase, { params: { id: knowledgebase_id } })
  expect(await ask(dogs)).not.toContain('terrace')
})
