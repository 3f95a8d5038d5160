import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import type { NewAssistant } from '#contracts/assistant-fields.ts'
import { getCall, listCalls, makeCall } from '#contracts/calls.ts'
import { topUpBalance } from '#contracts/money.ts'
import { createPhoneNumber } from '#contracts/phone-numbers.ts'
import { setSmsProvider } from '#contracts/sms-provider.ts'
import { setTelephone } from '#contracts/telephone.ts'
import type { Outside } from '../../server/context.ts'
import { joined } from '../../server/media/tone.ts'
import { speakBySentence } from '../../server/providers/speech/by-sentence.ts'
import type { Synthesizer } from '../../server/providers/speech/speak.ts'
import type { Sender } from './assistants.ts'
import { activeAssistant } from './calls.ts'
import { allowing, startServer } from './server.ts'
import { PUBLIC } from './telephone-door.ts'
import { startTelephoneStandIn } from './telephone-provider-stand-in.ts'
import { toneTranscriber } from './tone-services.ts'
import { toneSpeech } from './tone-speech.ts'

/** Speaks tones and is silent for a moment, since resampling drops 2 ms at the end. */
export const telephoneTones: Synthesizer = {
  takesFragments: false,
  open: ({ signal }) =>
    speakBySentence(async function* (text) {
      yield { pcm: joined([toneSpeech(text, 24_000), new Int16Array(480)]), rate: 24_000 }
    }, signal),
}

/** Greeting of the assistant in these tests. */
export const GREETING = 'Welcome to our bakery, this is a call of Parley about your order of bread.'

/** The number of the provider account, and that of its customer. */
export const NUMBER = '+14155552671'
export const CUSTOMER = '+12025550123'

type ServerOptions = NonNullable<Parameters<typeof startServer>[0]>
type ProviderOptions = NonNullable<Parameters<typeof startTelephoneStandIn>[0]>

/** Connects a server to a provider for calls, and returns its assistant with the account's number. */
export async function turnOnCalls(
  server: Sender,
  provider: Awaited<ReturnType<typeof startTelephoneStandIn>>,
  change: Partial<z.input<typeof NewAssistant>> = {},
): Promise<number> {
  const { account, token } = provider.account
  await server.call(setSmsProvider, { body: { url: provider.url, account, token } })
  await server.call(setTelephone, { body: { is_on: true } })
  await server.call(topUpBalance, { body: { amount: 100 } })
  const { data: number } = await server.call(createPhoneNumber, {
    body: { phone_number: NUMBER, type: 'normal' },
  })
  return activeAssistant(server, {
    initial_message: GREETING,
    endpoint_sensitivity: 5,
    phone_number_id: number.id,
    ...change,
  })
}

/**
 * A server that speaks and hears tones, a phone provider that can reach it, and an assistant with the
 * account's number. Calls are turned on.
 */
export async function telephoneDesk(
  change: Partial<z.input<typeof NewAssistant>> = {},
  outside: Partial<Outside> = {},
  options: ServerOptions & {
    readonly provider?: ProviderOptions
    /** Other private addresses that may be called. */
    readonly hosts?: readonly string[]
  } = {},
) {
  let address = ''
  const reach = (url: string) => url.replace(/^(http|ws)s:\/\/chat.example.com/, `$1${address}`)
  const { provider: providerOptions, hosts = [], ...serverOptions } = options
  const provider = await startTelephoneStandIn({ reach, ...providerOptions })
  const server = await startServer({
    ...allowing(provider.host, ...hosts),
    ...serverOptions,
    publicUrl: PUBLIC,
    outside: { speech: { synthesizer: telephoneTones, transcriber: toneTranscriber }, ...outside },
  })
  onTestFinished(provider.close)
  const reachAt = (url: string): void => {
    address = url.replace('http', '')
  }
  reachAt(server.url)
  const assistantId = await turnOnCalls(server, provider, change)

  /** Makes the provider dial; returns its end of the call. */
  async function dialled() {
    const count = provider.calls.length
    const body = { assistant_id: assistantId, phone_number: CUSTOMER }
    const { call_id: id } = await server.call(makeCall, { body })
    const call = await provider.call(count)
    await call.ring()
    return { id, call, shown: () => server.call(getCall, { params: { id } }) }
  }

  return {
    ...server,
    provider,
    assistantId,
    /** Moves the server to another address. */
    reachAt,
    dialled,
    /** An answered call, with the other party's end of its audio. */
    async talking() {
      const dial = await dialled()
      await dial.call.answer()
      return { ...dial, telephone: await dial.call.stream() }
    },
    /** Calls a number. */
    callIn: (to = NUMBER, from = CUSTOMER) =>
      provider.callIn({ from, to, voiceUrl: `${PUBLIC}/api/provider/voice/incoming` }),
    /** Every recorded call, newest first. */
    records: async () => (await server.call(listCalls)).data,
  }
}
