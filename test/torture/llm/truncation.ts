import { createRandom, type Figure, mustBe } from '../part.ts'
import { framesOf, writeInChunks } from './chunks.ts'
import { many, type Scene } from './scene.ts'
import { lastWords } from './stand-in.ts'

const WORDS = ['Grüße, ', 'wir öffnen ', 'um 9 Uhr ', '– 日本語 ', '👩🏽‍🚀 ', 'and so on ']

/** One in this many streams is complete, to check that complete ones are kept as such. */
const WHOLE = 10

/** Makes the model's response to the n-th question, with the random numbers that decide where it is cut. */
function storyOf(seed: number, index: number) {
  const random = createRandom(seed + index * 7919)
  const length = 1 + Math.floor(random() * 30)
  const text = Array.from({ length }, () => WORDS[Math.floor(random() * WORDS.length)]!).join('')
  // Some break off in the middle of a tool call.
  const calls = random() < 0.2 ? [{ name: 'stock', args: '{"item":"bread"}' }] : []
  return { random, text, calls, isWhole: index % WHOLE === 0 }
}

/** Streams that end before their end marker, at any byte, cleanly or not: none of them is an answer. */
export async function truncationFigures(
  { model, ask, asked }: Scene,
  { seed, streams }: { readonly seed: number; readonly streams: number },
): Promise<Figure[]> {
  model.answer(async (question, response) => {
    const { random, text, calls, isWhole } = storyOf(seed, Number(lastWords(question)))
    const { body, end } = framesOf(text, isWhole ? [] : calls, random)
    const bytes = Buffer.from(body)
    if (isWhole) {
      await writeInChunks(response, Buffer.concat([bytes, Buffer.from(end)]), random)
      return void response.end()
    }
    // Some text was sent, otherwise the request would be retried.
    const least = Math.min(bytes.length, 400)
    const cut = least + Math.floor(random() * (bytes.length - least))
    await writeInChunks(response, bytes.subarray(0, cut), random)
    if (random() < 0.5) response.end()
    else setImmediate(() => response.destroy())
  })
  const before = asked.length
  const all = await many(streams, 12, async (index) => {
    const { messages } = await ask(String(index))
    return { ...storyOf(seed, index), last: messages.at(-1)! }
  })
  const cut = all.filter(({ isWhole }) => !isWhole)
  const whole = all.filter(({ isWhole }) => isWhole)
  const complete = cut.filter(({ last }) => last.status === 'complete').length
  const foreign = cut.filter(
    ({ last, text }) => last.status === 'interrupted' && !text.startsWith(last.content),
  ).length
  const kept = whole.filter(({ last, text }) => last.status === 'complete' && last.content === text)
  return [
    mustBe('truncated streams stored as complete', of(complete, cut), of(0, cut)),
    mustBe('truncated streams whose text is not what came', foreign, 0),
    mustBe('tools run for a truncated stream', asked.length - before, 0),
    mustBe('whole streams kept word for word', of(kept.length, whole), of(whole.length, whole)),
  ]
}

const of = (count: number, all: readonly unknown[]) => `${count} of ${all.length}`
