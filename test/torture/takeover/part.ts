import { createClient } from '#contracts/client.ts'
import { createSignInLink } from '#contracts/sessions.ts'
import { readRunning } from '../../../server/db/lock.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { startProcess } from '../../support/server-process.ts'
import { createRandom, type Part } from '../part.ts'
import { holdFigures } from './holds.ts'
import { ANSWER, takeoverFigures } from './run.ts'

const TAKEOVERS = 1000
const HOLDS = 1000
const AT_ONCE = 10
/** Holds whose time is measured. */
const TIMED = 100

/** An operator takes over mid-answer, or holds the answer, a thousand times each: not one more token of the AI reaches the visitor. */
export const takeoverPart: Part = async ({ seed, folder }) => {
  await using model = await startLlmStandIn({ personality: 'slow', reply: ANSWER })
  const env = { PARLEY_LLM_URL: model.url, PARLEY_LLM_MODEL: 'hosted' }
  const { child, exited, ready } = startProcess({ dataDir: folder, env })
  try {
    const url = await ready
    const random = createRandom(seed)
    const signInLink = async () => {
      const { control } = readRunning(folder)!
      const call = createClient({ origin: url, headers: {} })
      return (await call(createSignInLink, { body: { control } })).url
    }
    const options = { url, signInLink, random, takeovers: TAKEOVERS, atOnce: AT_ONCE }
    const takeovers = await takeoverFigures(options)
    const holds = await holdFigures({ url, holds: HOLDS, atOnce: AT_ONCE, timed: TIMED })
    return [...takeovers, ...holds]
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}
