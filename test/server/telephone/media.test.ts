import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Outside, realOutside } from '../../../server/context.ts'
import { telephoneQueries } from '../../../server/features/calls/telephone/queries.ts'
import { signatureOf, signedUpgrade } from '../../../server/providers/form-api/signature.ts'
import { telephoneDesk } from '../../support/telephone-calls.ts'
import { PUBLIC } from '../../support/telephone-door.ts'
import { waitLong } from '../../support/web-calls.ts'

type Desk = Awaited<ReturnType<typeof telephoneDesk>>

const PATH = '/api/provider/voice/media'

/** Opens a stream as a principal; resolves to the status of a refusal, or to 101. */
async function open({ url, provider }: Desk, path: string, token = provider.account.token) {
  const signature = signatureOf(token, signedUpgrade(PUBLIC, path))
  const socket = new WebSocket(url.replace('http', 'ws') + path, {
    headers: { 'x-twilio-signature': signature },
  })
  socket.on('error', () => {})
  const status = await new Promise<number | undefined>((resolve) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode))
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, status, closed }
}

const refOf = ({ context }: Desk, id: number) => telephoneQueries(context.db).find(id)!.ref

const startOf = (accountSid: string, callSid: string) =>
  JSON.stringify({
    event: 'start',
    streamSid: 'MZ1',
    start: {
      accountSid,
      callSid,
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
    },
  })

test('a stream with a wrong signature is rejected with 403 before the upgrade', async () => {
  const desk = await telephoneDesk()
  desk.provider.breakSignatures()
  const { call, id, shown } = await desk.dialled()
  expect((await open(desk, `${PATH}/${refOf(desk, id)}`, 'wrong')).status).toBe(403)
  const plain = await fetch(`${desk.url}${PATH}/${refOf(desk, id)}`)
  expect(plain.status).toBe(403)
  await call.answer()
  await expect(call.stream()).rejects.toThrow('403')
  expect(call.log).toContain('31920 403')
  expect((await shown()).status).toBe('initiated')
})

test('a stream for an unknown or finished call is 403', async () => {
  const desk = await telephoneDesk()
  expect((await open(desk, `${PATH}/nobody`)).status).toBe(403)
  const { call, id, shown } = await desk.dialled()
  await call.fail('busy')
  expect((await shown()).status).toBe('busy')
  expect((await open(desk, `${PATH}/${refOf(desk, id)}`)).status).toBe(403)
})

test('a stream can be opened once', async () => {
  const desk = await telephoneDesk()
  const { telephone, id } = await desk.talking()
  await telephone.hears('Welcome')
  expect((await open(desk, `${PATH}/${refOf(desk, id)}`)).status).toBe(403)
})

test('a stream that starts as another call, or from another account, is closed', async () => {
  const desk = await telephoneDesk()
  const { account } = desk.provider.account
  const [first, second] = [await desk.dialled(), await desk.dialled()]
  for (const start of [startOf(account, second.call.sid), startOf('AC1', first.call.sid)]) {
    const { socket, status, closed } = await open(desk, `${PATH}/${refOf(desk, first.id)}`)
    expect(status).toBe(101)
    socket.send(start)
    await closed
  }
  expect((await first.shown()).status).toBe('ringing')
  // Nobody has taken its place.
  await first.call.answer()
  const telephone = await first.call.stream()
  await telephone.hears('Welcome')
})

test('a stream that does not start is closed after five seconds', async () => {
  const slept: number[] = []
  const sleep: Outside['sleep'] = async (ms, signal) => {
    slept.push(ms)
    // Only the start timeout elapses at once.
    if (ms !== 5000) await realOutside.sleep(ms, signal)
  }
  const desk = await telephoneDesk({}, { sleep })
  const { id, shown } = await desk.dialled()
  slept.length = 0
  const { status, closed } = await open(desk, `${PATH}/${refOf(desk, id)}`)
  expect(status).toBe(101)
  await closed
  expect(slept).toContain(5000)
  expect((await shown()).status).toBe('ringing')
})

test('audio after the stop changes nothing', async () => {
  const desk = await telephoneDesk()
  desk.provider.setWeather({ afterStop: 20 })
  const { call, telephone, shown } = await desk.talking()
  await telephone.hears('Welcome')
  telephone.say('hello')
  await call.hangUp()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
  expect((await shown()).transcript).not.toContain('Customer')
})
