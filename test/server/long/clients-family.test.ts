import { expect, test } from 'vitest'
import { scaled } from '../../../server/limits.ts'
import { fastWorld, runClient } from '../../support/client-programs.ts'
import { startReceiver } from '../../support/receiver.ts'
import { allowing, startServer } from '../../support/server.ts'

/* Clients of the shapes that docs/spec/family.md, section 11, names; the three in clients.test.ts have the rest. */

test.each([
  [
    'tool-server.ts',
    [
      'a new assistant called: Call initiated successfully',
      'conversations found: 2',
      'bought +4930231250',
      'answered on the messenger: true',
      'Phone number released successfully.',
    ],
  ],
  ['command-line.ts', ['400 Campaign has no leads to call.', 'customers by cursor: three,two,one']],
  ['agent-plugin.ts', ['tools: When the customer says goodbye.,7', 'answer: ']],
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

test('paced-node.ts waits as long as the body of a 429 says, and loses nothing', async () => {
  const rates = { ...scaled(10_000), smsSends: { max: 2, windowMs: 1000 } }
  // A slow clock, by which the third message is always one too many.
  const start = performance.now()
  const now = () => new Date(Date.UTC(2026, 0) + (performance.now() - start) / 2)
  const { url } = await startServer({ rates, outside: { now } })
  const { code, out, err } = await runClient('paced-node.ts', `${url}/api`)
  expect([err, code]).toEqual(['', 0])
  for (const line of ['told to wait 1 s', 'sent: 3']) expect(out).toContain(line)
})

test('flow-piece.ts does its work, and its trigger learns of the lead and the campaign', async () => {
  const receiver = await startReceiver()
  const { url } = await startServer({ outside: fastWorld(), ...allowing(receiver.host) })
  const { code, out, err } = await runClient('flow-piece.ts', `${url}/api`, receiver.url)
  expect([err, code]).toEqual(['', 0])
  for (const line of ['lead 1: rescheduled', 'called with {"city":"Kiel"}'])
    expect(out).toContain(line)
  await expect.poll(() => receiver.requests.length).toBeGreaterThan(0)
  expect(JSON.parse(receiver.requests[0]!.body)).toMatchObject({
    event: 'post_call',
    status: 'busy',
    lead: { id: 1, phone_number: '+12025550101', variables: { city: 'Bonn' } },
    campaign: { name: 'Spring' },
  })
})
