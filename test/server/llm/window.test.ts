import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitted } from '../../../server/providers/llm/fit.ts'
import type { Generation, Turn } from '../../../server/providers/llm/generation.ts'
import { tokensIn } from '../../../server/providers/llm/tokens.ts'
import { talking } from '../../support/talking.ts'

const LONG = 'We would like to know more about this. '.repeat(52).slice(0, 2000)

/** A chat with a history of this length, using a model with a window of so many tokens. */
async function longChat(window: number | null, knowledge = '') {
  const chat = await talking({
    standIn: { script: [{ says: 'Yes.' }] },
    assistant: { system_prompt: `You answer for a bakery. ${knowledge}` },
  })
  const { db } = chat.server.context
  db.prepare("UPDATE llm_models SET context_tokens = ? WHERE provider = 'environment'").run(window)
  const insert = db.prepare(`
    INSERT INTO messages (conversation_id, seq, author, author_name, content, status, created_at)
    SELECT id, ?, ?, 'X', ?, 'complete', created_at FROM conversations WHERE uuid = ?
  `)
  for (let seq = 2; seq <= 201; seq += 1)
    insert.run(seq, seq % 2 === 0 ? 'visitor' : 'assistant', LONG, chat.params.uuid)
  db.prepare('UPDATE conversations SET message_count = 201 WHERE uuid = ?').run(chat.params.uuid)
  return chat
}

const weight = (messages: readonly { readonly content: unknown }[]) =>
  messages.reduce((sum, { content }) => sum + tokensIn(String(content)) + 4, 0)

test.each([
  [1024, 768],
  [4096, 3072],
  [8192, 6144],
  [null, 6500],
])(
  'of 200 long messages a model with a window of %s tokens receives %s at most',
  async (window, most) => {
    await using chat = await longChat(window)
    await chat.say('Are you open?')
    const { messages } = chat.sent(0)
    expect(weight(messages)).toBeLessThanOrEqual(most)
    expect(weight(messages)).toBeGreaterThan(most * 0.6 - 500)
    expect(messages[0]).toMatchObject({ role: 'system' })
    expect(messages.at(-1)!.content).toContain('Are you open?')
  },
)

test('a prompt longer than the window is truncated, and the question is still included', async () => {
  await using chat = await longChat(1000, LONG.repeat(10))
  await chat.say('Are you open?')
  const { messages } = chat.sent(0)
  expect(weight(messages)).toBeLessThanOrEqual(750)
  expect(messages[0]!.content).toContain('You answer for a bakery.')
  expect(messages.at(-1)!.content).toContain('Are you open?')
})

const text = fc.string({ unit: 'binary', maxLength: 6000 })
const call = { type: 'tool-call', toolCallId: 'a', toolName: 'stock', input: {} } as const
const turn: fc.Arbitrary<Turn> = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'assistant'), content: text }) as fc.Arbitrary<Turn>,
  text.map(
    (value): Turn => ({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'a',
          toolName: 'stock',
          output: { type: 'text', value },
        },
      ],
    }),
  ),
  fc.constant<Turn>({ role: 'assistant', content: [call] }),
)

test('any request fits, keeps its end, and never starts with a tool result', () => {
  const model = { specificationVersion: 'v4' } as Generation['model']
  const rest = { model, sleep: async () => {}, signal: new AbortController().signal }
  fc.assert(
    fc.property(text, fc.array(turn, { maxLength: 12 }), (system, before) => {
      const messages: Turn[] = [...before, { role: 'user', content: 'Are you open?' }]
      const { messages: kept, system: told } = fitted({ ...rest, system, messages }, 512)
      const all = tokensIn(told) + kept.reduce((sum, { content }) => sum + weigh(content), 0)
      expect(all).toBeLessThanOrEqual(512 - 128)
      expect(kept.at(-1)).toEqual(messages.at(-1))
      expect(kept[0]!.role).not.toBe('tool')
    }),
    { numRuns: 200 },
  )
})

const weigh = (content: Turn['content']): number =>
  tokensIn(typeof content === 'string' ? content : JSON.stringify(content))

test('without a known window nothing changes', () => {
  const asked = {
    system: LONG,
    messages: [{ role: 'user', content: LONG }],
  } as unknown as Generation
  expect(fitted(asked, null)).toBe(asked)
})
