import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { endCall, getCall } from '#contracts/calls.ts'
import { topUpBalance } from '#contracts/money.ts'
import { removeSmsProvider } from '#contracts/sms-provider.ts'
import { legsOf } from '../../../server/features/calls/telephone/telephone-of.ts'
import { activeAssistant, dial, lifeOf } from '../../support/calls.ts'
import { PUBLIC_URL, serverWithProvider } from '../../support/sms-provider.ts'
import { ACCOUNT } from '../../support/sms-provider-stand-in.ts'

/** Statuses of an answered call, before its post-call work. */
const WHOLE = ['initiated', 'ringing', 'in-progress', 'ended_by_customer']

const SID = `CA${'1'.repeat(32)}`

/** A server on a stopped clock, with a call that the provider was asked to place. */
async function open() {
  const server = await serverWithProvider({ publicUrl: PUBLIC_URL })
  await server.call(topUpBalance, { body: { amount: 100 } })
  const assistant = await activeAssistant(server)
  const begun = async () => {
    const id = await dial(server, assistant)
    const begunAt = server.context.now().getTime()
    const leg = await legsOf(server.context).begin(id, {
      from: '',
      to: '',
      ringingTime: 25,
      maxDuration: 600,
      begunAt,
    })
    return { id, ref: leg!.ref }
  }
  const { id, ref } = await begun()
  const post = (what: string, fields: Record<string, string>, at = ref) =>
    server.report(`/api/provider/voice/${what}/${at}`, {
      CallSid: SID,
      AccountSid: ACCOUNT,
      ...fields,
    })
  return {
    ...server,
    id,
    ref,
    begun,
    post,
    tell: (CallStatus: string, more = {}) => post('status', { CallStatus, ...more }),
    shown: (of = id) => server.call(getCall, { params: { id: of } }),
    balance: async () => (await server.call(getMe)).total_balance,
  }
}

test('a call progresses as its provider reports, and is charged at its end', async () => {
  const server = await open()
  const { id, tell, shown, balance } = server
  const before = await balance()
  const answer = await tell('ringing')
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'text/xml; charset=utf-8',
    '<?xml version="1.0" encoding="UTF-8"?><Response/>',
  ])
  expect((await shown()).status).toBe('ringing')
  await tell('in-progress')
  expect((await shown()).status).toBe('in-progress')
  await server.clock.advance(61_000)
  await tell('completed', { CallDuration: '61' })
  expect(lifeOf(server, id).slice(0, 4)).toEqual(WHOLE)
  expect((await shown()).duration).toBe(61)
  expect(await balance()).toBeGreaterThan(before)
})

test('who answered a call is recorded once', async () => {
  const { tell, post, shown } = await open()
  await tell('in-progress')
  await post('amd', { AnsweredBy: 'unknown' })
  expect((await shown()).answered_by).toBe('unknown')
  await post('amd', { AnsweredBy: 'machine_end_beep' })
  await post('amd', { AnsweredBy: 'human' })
  expect((await shown()).answered_by).toBe('machine')
})

test('a call with nothing left to do is hung up', async () => {
  const { post } = await open()
  expect(await (await post('next', { CallStatus: 'in-progress' })).text()).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><Response><Hangup/></Response>',
  )
})

test('a call ended before its sid was known is hung up with the first report', async () => {
  const { call, id, tell, provider, context } = await open()
  await call(endCall, { params: { id } })
  await tell('ringing')
  expect(provider.changes).toEqual([[SID, 'completed']])
  expect(legsOf(context).find(id)!.sid).toBe(SID)
})

test('reports about another call, or an unknown one, change nothing', async () => {
  const { tell, begun, post, shown, id } = await open()
  await tell('ringing')
  const other = await begun()
  // The sid belongs to the first call, and the first call has another one.
  await post('status', { CallStatus: 'in-progress' }, other.ref)
  await post('status', { CallStatus: 'in-progress', CallSid: `CA${'2'.repeat(32)}` })
  await post('amd', { AnsweredBy: 'human' }, other.ref)
  expect((await post('status', { CallStatus: 'in-progress' }, 'unknown')).status).toBe(200)
  expect((await tell('exploded')).status).toBe(200)
  expect([(await shown(id)).status, (await shown(other.id)).status]).toEqual([
    'ringing',
    'initiated',
  ])
})

test('a request with a wrong signature, from another account or without a provider is 403', async () => {
  const server = await open()
  const path = `/api/provider/voice/status/${server.ref}`
  const fields = { CallSid: SID, AccountSid: ACCOUNT, CallStatus: 'in-progress' }
  const good = server.provider.signed(`${PUBLIC_URL}${path}`, fields)
  for (const what of ['status', 'amd', 'next'])
    for (const init of [
      { ...good, headers: { ...good.headers, 'x-twilio-signature': '' } },
      { ...good, body: `${good.body}&AnsweredBy=human` },
    ])
      expect((await fetch(server.url + path.replace('status', what), init)).status).toBe(403)
  expect((await server.tell('in-progress', { AccountSid: 'AC1' })).status).toBe(403)
  await server.call(removeSmsProvider)
  expect((await fetch(server.url + path, good)).status).toBe(403)
  expect((await server.shown()).status).toBe('initiated')
})

test('only a form is read, and only as a POST', async () => {
  const { url, ref } = await open()
  const path = `${url}/api/provider/voice/status/${ref}`
  const get = await fetch(path)
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(path, { method: 'POST', headers, body: '{}' })).status).toBe(415)
})

test('reports in any order, and repeated, end a call the same way', async () => {
  const server = await open()
  const { begun, post } = server
  const states = ['initiated', 'ringing', 'in-progress', 'completed']
  const orders = fc.shuffledSubarray([...states, ...states], { minLength: 8 })
  let calls = 1
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const { id, ref } = await begun()
      const CallSid = `CA${String((calls += 1)).padStart(32, '0')}`
      for (const CallStatus of order)
        await post('status', { CallStatus, CallSid, CallDuration: '30' }, ref)
      expect(lifeOf(server, id).slice(0, 4)).toEqual(WHOLE)
    }),
    { numRuns: 10 },
  )
})
