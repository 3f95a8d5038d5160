import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createClient } from '#contracts/client.ts'
import { createSignInLink } from '#contracts/sessions.ts'
import { readRunning } from '../../../server/db/lock.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { KEY } from '../../support/server.ts'
import { createRandom, type Part } from '../part.ts'
import { ANSWER, takeoverFigures } from './run.ts'

const TAKEOVERS = 1000
const AT_ONCE = 10

const SERVER = path.resolve(import.meta.dirname, '../../../server/main.ts')

/** A person takes the word in mid-answer, a thousand times: not one more token of the AI reaches the visitor. */
export const takeoverPart: Part = async ({ seed, folder }) => {
  await using model = await startLlmStandIn({ personality: 'slow', reply: ANSWER })
  const child = spawn(process.execPath, [SERVER], {
    env: {
      ...process.env,
      PARLEY_DATA_DIR: folder,
      PARLEY_PORT: '0',
      PARLEY_API_KEY: KEY,
      PARLEY_LOG: 'json',
      PARLEY_LIMITS_SCALE: '10000',
      PARLEY_LLM_URL: model.url,
      PARLEY_LLM_MODEL: 'hosted',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  try {
    for await (const line of createInterface(child.stdout)) {
      const { url } = JSON.parse(line) as { url: string }
      child.stdout.resume()
      const random = createRandom(seed)
      const signInLink = async () => {
        const { control } = readRunning(folder)!
        const call = createClient({ origin: url, headers: {} })
        return (await call(createSignInLink, { body: { control } })).url
      }
      const options = { url, signInLink, random, takeovers: TAKEOVERS, atOnce: AT_ONCE }
      return await takeoverFigures(options)
    }
    throw new Error('The server left before it was ready')
  } finally {
    child.kill('SIGTERM')
    await gone
  }
}
