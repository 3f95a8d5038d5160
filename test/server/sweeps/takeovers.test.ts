import { expect, test } from 'vitest'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { isWhole } from '../../support/sample.ts'
import { startServer } from '../../support/server.ts'
import { createRandom } from '../../torture/part.ts'
import { ANSWER, takeoverFigures } from '../../torture/takeover/run.ts'

test.runIf(isWhole)(
  'takeovers mid-answer, some of them races: no token after, one winner each',
  async () => {
    await using model = await startLlmStandIn({ personality: 'slow', reply: ANSWER })
    const llm = { url: model.url, model: 'hosted', key: undefined }
    const { url, signInLink } = await startServer({ llm })
    const options = { url, signInLink, random: createRandom(1), takeovers: 30, atOnce: 6 }
    const figures = await takeoverFigures(options)
    expect(figures.filter(({ holds }) => !holds)).toEqual([])
  },
  60_000,
)
