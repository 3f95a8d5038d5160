import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/server.ts'

const run = promisify(execFile)
const main = path.resolve(import.meta.dirname, '../../../server/main.ts')

test.each([
  ['PARLEY_PORT', '70000', 'a port from 0'],
  ['PARLEY_PUBLIC_URL', 'chat.example.com', 'an http or https origin'],
  ['PARLEY_HOST', '0.0.0.0', 'PARLEY_PUBLIC_URL'],
  ['PARLEY_LLM_URL', 'http://127.0.0.1:1/v1', 'belong together'],
])('a wrong %s is explained in a sentence without a stack trace', async (name, value, sentence) => {
  const env = {
    ...process.env,
    PARLEY_DATA_DIR: temporaryFolder(),
    PARLEY_PORT: '0',
    [name]: value,
  }
  const failure = await run(process.execPath, [main], { env }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) })
  expect((failure as { stderr: string }).stderr).not.toContain('    at ')
})
