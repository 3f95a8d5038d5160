import { createRandom, type Figure, mustBe } from '../part.ts'
import { framesOf, writeInChunks } from './chunks.ts'
import { many, type Scene } from './scene.ts'
import { lastWords } from './stand-in.ts'

/** Maximum rounds and calls of one turn. */
const ROUNDS = 5
const CALLS = 8

/** A model that always calls tools, one or many at a time: it is stopped, and the visitor gets an answer. */
export async function loopFigures(
  { model, ask }: Scene,
  { seed, loops }: { readonly seed: number; readonly loops: number },
): Promise<Figure[]> {
  const rounds = new Map<string, number>()
  model.answer(async (question, response) => {
    const words = lastWords(question)
    const random = createRandom(seed + Number(words) * 31)
    const mayCall = question.offered.length > 0
    if (mayCall) rounds.set(words, (rounds.get(words) ?? 0) + 1)
    const call = { name: 'stock', args: '{"item":"bread"}' }
    const calls = Array.from({ length: 1 + Math.floor(random() * 4) }, () => call)
    const { body, end } = framesOf(mayCall ? '' : 'Seven. ', mayCall ? calls : [], random)
    await writeInChunks(response, Buffer.from(body + end), random)
    response.end()
  })
  const all = await many(loops, 6, (index) => ask(String(index)))
  const made = all.map(({ messages }) => messages.flatMap((one) => one.function_calls ?? []).length)
  const answered = all.filter(({ messages }) => messages.at(-1)?.status === 'complete').length
  const most = Math.max(...rounds.values())
  return [
    { name: 'most rounds with tools in one turn', value: String(most), holds: most <= ROUNDS },
    {
      name: 'most calls in one turn',
      value: String(Math.max(...made)),
      holds: Math.max(...made) <= CALLS,
    },
    mustBe('loops that end with an answer', answered, loops),
  ]
}
