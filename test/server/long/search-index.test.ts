import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SearchHit } from '#contracts/inbox-search.ts'
import { searchAll } from '#contracts/inbox-search.ts'
import { madeConversation } from '../../support/inbox.ts'
import { startServer } from '../../support/server.ts'

const texts = (hits: readonly SearchHit[]) => hits.map(({ snippet }) => snippet.text)

const WORD = fc.constantFrom(
  'apple',
  'apfel',
  'Äpfel',
  'pear',
  'pea',
  'plum',
  'x1',
  'Ünder',
  'peach',
)

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The hits of scanning every text. */
function naive(
  all: readonly string[],
  wanted: readonly string[],
  unwanted: string | undefined,
): string[] {
  return all
    .filter((text) => {
      const words = fold(text).split(/[^\p{L}\p{N}]+/u)
      const last = fold(wanted.at(-1)!)
      return (
        wanted.slice(0, -1).every((word) => words.includes(fold(word))) &&
        words.some((word) => word.startsWith(last)) &&
        (unwanted === undefined || !words.includes(fold(unwanted)))
      )
    })
    .toReversed()
}

test('the index finds what a full scan finds', async () => {
  const server = await startServer()
  const said: string[] = []
  const { say } = madeConversation(server)
  const sentences = fc.array(fc.array(WORD, { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 8,
  })
  const question = fc.record({
    wanted: fc.array(WORD, { minLength: 1, maxLength: 3 }),
    cut: fc.integer({ min: 2, max: 6 }),
    unwanted: fc.option(WORD, { nil: undefined }),
  })
  await fc.assert(
    fc.asyncProperty(sentences, question, async (fresh, { wanted, cut, unwanted }) => {
      for (const words of fresh) {
        const text = words.join([' ', ', ', ' – ', '.'][words.length % 4]!)
        said.push(text)
        say('visitor', text)
      }
      const asked = [...wanted.slice(0, -1), wanted.at(-1)!.slice(0, cut)]
      const q = [...(unwanted ? [`-${unwanted}`] : []), ...asked].join(' ')
      const expected = naive(said, asked, unwanted)
      const found: string[] = []
      let before: string | null | undefined
      do {
        const page = await server.call(searchAll, {
          query: { q, limit: '7', ...(before ? { before } : {}) } as never,
        })
        found.push(...texts(page.data))
        before = page.before
      } while (before)
      expect([q, found]).toEqual([q, expected])
    }),
    { numRuns: 40 },
  )
})
