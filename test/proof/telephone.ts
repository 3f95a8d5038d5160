import type { z } from 'zod'
import type { AssistantChange } from '#contracts/assistant-fields.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { type Call, getCall, makeCall } from '#contracts/calls.ts'
import { joined } from '../../server/media/tone.ts'
import { clientsOf, KEY } from '../support/server.ts'
import { BUILT, startProcess } from '../support/server-process.ts'
import { CUSTOMER, turnOnCalls } from '../support/telephone-calls.ts'
import { PUBLIC } from '../support/telephone-door.ts'
import { startTelephoneStandIn } from '../support/telephone-provider-stand-in.ts'
import { type Figure, mustBe, type Part } from '../torture/part.ts'
import { correlation } from './correlation.ts'
import { addService } from './desk.ts'
import { grammarOf, spoken } from './programs.ts'
import { ASKED, comes, SAID, SYSTEM_VOICE, until } from './sentences.ts'
import { startSphinxService } from './sphinx-service.ts'

/** Sample rate of a telephone, Hz. */
const RATE = 8000

/** Peak of the noise that makes a telephone's audio familiar to the recogniser. */
const NOISE = 100

/** Amplitude below which audio counts as silence, at the start of a signal. */
const SILENT = 200

/** A server reachable from outside requires a longer key. */
const LONG_KEY = `${KEY}-by-telephone`

/**
 * Through the stream of a phone call: synthetic speech is recognised as words on the way in, and the system
 * voice is heard on the way out.
 */
export const telephonePart: Part = async ({ folder }) => {
  await using desk = await startTelephoneDesk(folder)
  return [await hears(desk), await speaks(desk)]
}

type Desk = Awaited<ReturnType<typeof startTelephoneDesk>>

/** The shipped server, and a phone provider whose phones produce and play real audio. */
async function startTelephoneDesk(dataDir: string) {
  const service = await startSphinxService(grammarOf(ASKED), NOISE)
  let address = ''
  const reach = (url: string) => url.replace(/^(http|ws)s:\/\/chat.example.com/, `$1${address}`)
  const provider = await startTelephoneStandIn({ reach })
  const server = startProcess({
    dataDir,
    main: BUILT,
    env: {
      PARLEY_API_KEY: LONG_KEY,
      PARLEY_PUBLIC_URL: PUBLIC,
      PARLEY_ALLOW_PRIVATE: `${service.address},${provider.host}`,
    },
  })
  const url = await server.ready
  address = url.replace('http', '')
  const clients = clientsOf(url)
  const call = clients.as({ authorization: `Bearer ${LONG_KEY}` })
  await addService({ call }, service.baseUrl)
  const id = await turnOnCalls({ ...clients, call }, provider)
  return {
    change: (body: z.input<typeof AssistantChange>) =>
      call(updateAssistant, { params: { id }, body }),
    /** An answered call, and what is said in it. */
    async dial() {
      const count = provider.calls.length
      const body = { assistant_id: id, phone_number: CUSTOMER }
      const { call_id } = await call(makeCall, { body })
      const dialled = await provider.call(count)
      await dialled.ring()
      await dialled.answer()
      const telephone = await dialled.stream()
      const shown = (): Promise<Call> => call(getCall, { params: { id: call_id } })
      return { telephone, shown, hangUp: dialled.hangUp }
    },
    [Symbol.asyncDispose]: async () => {
      server.child.kill('SIGTERM')
      await server.exited
      await provider.close()
      await service[Symbol.asyncDispose]()
    },
  }
}

async function hears(desk: Desk): Promise<Figure> {
  await desk.change({ initial_message: 'Hello.', wait_for_customer: true })
  const wrong: string[] = []
  for (const sentence of ASKED) {
    const { telephone, shown, hangUp } = await desk.dial()
    telephone.sound(await spoken(sentence, RATE))
    const transcript = async () => (await shown()).transcript
    await comes(async () => (await transcript()).includes('Customer: '))
    const heard = /^Customer: (.*)$/m.exec(await transcript())?.[1] ?? ''
    if (heard !== sentence) wrong.push(`“${sentence}” as “${heard}”`)
    await hangUp()
  }
  const right = ASKED.length - wrong.length
  const figure = mustBe(`sentences recognised, of ${ASKED.length}`, right, ASKED.length)
  return { ...figure, value: [figure.value, ...wrong].join('; ') }
}

/** Compares a greeting as played by the phone with the program's own output. */
async function speaks(desk: Desk): Promise<Figure> {
  const alike: number[] = []
  for (const sentence of SAID) {
    await desk.change({ initial_message: sentence, wait_for_customer: false })
    const { telephone, shown, hangUp } = await desk.dial()
    await until(async () => (await shown()).transcript.includes(`AI: ${sentence}`))
    const sound = joined(telephone.frames())
    const begin = sound.findIndex((sample) => Math.abs(sample) > SILENT)
    alike.push(correlation(await spoken(sentence, RATE, SYSTEM_VOICE), sound.subarray(begin)))
    await hangUp()
  }
  const least = Math.min(...alike)
  return {
    name: `greetings played as espeak-ng says them, of ${SAID.length}: correlation, at least`,
    value: least.toFixed(3),
    holds: least > 0.9,
  }
}
