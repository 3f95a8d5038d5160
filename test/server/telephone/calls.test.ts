import { expect, test } from 'vitest'
import { GREETING, telephoneDesk } from '../../support/telephone-calls.ts'
import { waitLong } from '../../support/web-calls.ts'

/* Phone conversations over real HTTP and WebSockets, between a server and a provider stand-in. */

/** The assistant's words in a transcript, turn by turn. */
const saidIn = (transcript: string) =>
  transcript.split('\n').flatMap((line) => (line.startsWith('AI: ') ? [line.slice(4)] : []))

/** Parts of a sentence are spoken without a space between them. */
const sounding = (text: string) => text.replaceAll(/([,.!?]) /g, '$1')

const DONE = 'completed'

test('a customer is greeted and answered, and hangs up', async () => {
  const { talking } = await telephoneDesk({ initial_message: 'Welcome to our bakery.' })
  const { call, telephone, shown } = await talking()
  await telephone.hears('Welcome to our bakery.')
  telephone.say('hello')
  await expect.poll(async () => saidIn((await shown()).transcript).length, waitLong).toBe(2)
  const { transcript, status, answered_by } = await shown()
  expect(transcript).toMatch(/^AI: Welcome to our bakery\.\nCustomer: hello\nAI: ./)
  expect([status, answered_by]).toEqual(['in-progress', 'unknown'])
  // The last frame may still be in transit.
  const heard = `Welcome to our bakery.${sounding(saidIn(transcript)[1]!)}`
  await expect.poll(() => telephone.heard(), waitLong).toBe(heard)
  await call.hangUp()
  await expect.poll(async () => (await shown()).status, waitLong).toBe(DONE)
  expect((await shown()).transcript).toBe(transcript)
  expect(telephone.faults).toEqual([])
})

test('after an interruption the transcript has what was heard', async () => {
  const { talking } = await telephoneDesk()
  const { telephone, shown } = await talking()
  await telephone.hears('Welcome')
  telephone.say('stop it right now please')
  await telephone.cleared()
  const playedMs = telephone.playedMs()
  await expect.poll(async () => saidIn((await shown()).transcript).length, waitLong).toBe(1)
  const [heard] = saidIn((await shown()).transcript)
  expect(GREETING.startsWith(heard!)).toBe(true)
  // Two letters are 80 ms: both clocks are those of a busy machine.
  expect(Math.abs(heard!.length - playedMs / 40)).toBeLessThanOrEqual(3)
})

test('a key interrupts the assistant', async () => {
  const { talking } = await telephoneDesk({ allow_interruptions: false })
  const { call, telephone } = await talking()
  await telephone.hears('Welcome')
  call.press('1')
  await telephone.cleared()
  expect(telephone.playedMs()).toBeLessThan(GREETING.length * 40)
})

test('a machine is left its message once its greeting is over', async () => {
  const { talking } = await telephoneDesk({
    end_call_on_voicemail: true,
    voice_mail_message: 'Please call us back.',
  })
  const { call, telephone, shown } = await talking()
  await telephone.hears('Welcome')
  await call.judge('machine_end_beep')
  await telephone.cleared()
  await call.over()
  expect(telephone.heard()).toBe('Please call us back.')
  await expect.poll(async () => (await shown()).status, waitLong).toBe(DONE)
  const { transcript, answered_by } = await shown()
  expect(answered_by).toBe('machine')
  expect(saidIn(transcript).at(-1)).toBe('Please call us back.')
  expect(transcript).not.toContain('Customer')
})
