import { expect, test } from 'vitest'
import { llmFigures } from '../torture/llm/run.ts'

test('models that break off, obey everybody and never stop calling: no answer and no order comes of it', async () => {
  const figures = await llmFigures({ seed: 1, streams: 40, injections: 15, loops: 4 })
  expect(figures.filter(({ holds }) => !holds)).toEqual([])
}, 60_000)
