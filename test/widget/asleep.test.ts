import { afterEach, expect, test, vi } from 'vitest'
import { makePack } from '../../server/features/widget/answer-packs/make-pack.ts'
import { newSigningKey, signText } from '../../server/features/widget/answer-packs/signing.ts'
import { loadConcepts } from '../../server/language/concepts.ts'
import { createAnswering } from '../../widget/asleep/answering.ts'
import { loadPack } from '../../widget/asleep/load-pack.ts'
import { sleep } from '../../widget/asleep.tsx'

afterEach(() => vi.unstubAllGlobals())

const ASSISTANT = '00000000-0000-4000-8000-000000000001'
const DAY = 24 * 3_600_000

const PASSAGES = [
  ['May I bring my dog?', 'Dogs are welcome on the terrace, on a lead.'],
  ['When do you open?', 'We open at nine and close at six, Tuesday to Sunday.'],
  ['Where can I park?', 'There are forty spaces behind the house, free for guests.'],
  ['How do I book a table?', 'Book by phone or in the chat, up to six weeks ahead.'],
  ['Do you have vegan food?', 'Every day there is one vegan main course.'],
].map(([title = '', content = '']) => ({ title, heading: title, content, url: null }))

/** A pack that expires so many days from now. */
async function packFor(days = 90, assistant = ASSISTANT) {
  await loadConcepts()
  const head = {
    assistant,
    name: 'Guide',
    language: 'en',
    initial_message: 'Hello!',
    settings: {},
    made_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + days * DAY).toISOString(),
  }
  return makePack(head, PASSAGES)
}

const key = newSigningKey({ randomBytes: (size) => Buffer.alloc(size, 7) })

/** The pack that the chat reads from a website's file. */
function loaded(pack: string, signed = pack, answers = key.public) {
  const file = { pack, signature: signText(signed, key) }
  vi.stubGlobal('fetch', async () => Response.json(file))
  return loadPack({ answers, assistant: ASSISTANT })
}

test('only a pack that is signed with the pinned key, this assistant’s and still valid counts', async () => {
  const good = JSON.stringify(await packFor())
  expect(await loaded(good)).toEqual(JSON.parse(good))
  expect(await loaded(good.replace('terrace', 'balcony'), good)).toBeUndefined()
  const other = newSigningKey({ randomBytes: (size) => Buffer.alloc(size, 8) })
  expect(await loaded(good, good, other.public)).toBeUndefined()
  expect(await loaded(JSON.stringify(await packFor(-1)))).toBeUndefined()
  const foreign = await packFor(90, '00000000-0000-4000-8000-000000000002')
  expect(await loaded(JSON.stringify(foreign))).toBeUndefined()
  vi.stubGlobal('fetch', async () => new Response('<h1>Not found</h1>', { status: 404 }))
  expect(await loadPack({ answers: key.public, assistant: ASSISTANT })).toBeUndefined()
  // The lexicon is loaded first, which takes its time on a busy machine.
}, 30_000)

test('answers are the words of a passage with its source, and there is none where it is unsure', async () => {
  const answer = createAnswering(await packFor())
  expect(answer('Can I bring my dog?')?.[0]).toEqual({
    text: 'Dogs are welcome on the terrace, on a lead.',
    title: 'May I bring my dog?',
    url: undefined,
  })
  expect(answer('Is there vegan food?')?.[0]?.title).toBe('Do you have vegan food?')
  for (const question of ['Hello!', 'Who founded the house?', 'Is there a swimming pool?', '???'])
    expect(answer(question), question).toBeUndefined()
}, 30_000)

test('one attempt to reach Parley is under way at a time, whatever events the page gets meanwhile', async () => {
  const pack = JSON.stringify(await packFor())
  vi.stubGlobal('fetch', async () => Response.json({ pack, signature: signText(pack, key) }))
  const page = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const attempts: PromiseWithResolvers<never>[] = []
  const api = {
    assistant: () => {
      const attempt = Promise.withResolvers<never>()
      attempts.push(attempt)
      return attempt.promise
    },
  }
  const storage = { read: () => ({ token: '' }), write: () => undefined }
  const tools = { api, storage, outbox: { refresh: async () => undefined } }
  const model = { state: { outbox: [] }, tools, set: () => undefined }
  expect(await sleep(model as never, { answers: key.public, assistant: ASSISTANT })).toBe(true)
  for (const event of ['online', 'visibilitychange', 'online']) page.dispatchEvent(new Event(event))
  expect(attempts).toHaveLength(1)
  attempts[0]!.reject(new TypeError('Failed to fetch'))
  await expect
    .poll(() => {
      page.dispatchEvent(new Event('online'))
      return attempts.length
    })
    .toBe(2)
}, 30_000)
