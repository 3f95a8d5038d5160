import { expect, test } from 'vitest'
import { fastWorld, runClient } from '../../support/client-programs.ts'
import { startServer } from '../../support/server.ts'

test.each([
  [
    'strict.ts',
    ['signed in as', 'placed call', 'was answered: ', 'Assistant deleted successfully'],
  ],
  ['automation-node.ts', ['credentials are good', 'call 1: busy', 'Webhook disabled successfully']],
  ['requests-script.ts', ['Logged in as', 'Call 1 no-answer', '404 Assistant not found']],
])(
  '%s does its work against Parley by its address and a key alone',
  async (program, lines) => {
    const { url } = await startServer({ outside: fastWorld() })
    const { code, out, err } = await runClient(program, `${url}/api`)
    expect([err, code]).toEqual(['', 0])
    for (const line of lines) expect(out).toContain(line)
  },
  60_000,
)

test.each(['strict.ts', 'automation-node.ts', 'requests-script.ts'])(
  '%s fails where it is not let in',
  async (program) => {
    const { url } = await startServer()
    const { code } = await runClient(program, `${url}/api/nowhere`)
    expect(code).not.toBe(0)
  },
)
