import { expect, test } from 'vitest'
import { llmFigures } from '../../torture/llm/run.ts'

test('models that stop mid-answer, obey anyone or call tools endlessly produce no answer and no order', async () => {
  const figures = await llmFigures({ seed: 1, streams: 40, injections: 15, loops: 4 })
  expect(figures.filter(({ holds }) => !holds)).toEqual([])
})
