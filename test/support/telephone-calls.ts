import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import type { NewAssistant } from '#contracts/assistant-fields.ts'
import { getCall } from '#contracts/calls.ts'
import { setSmsProvider } from '#contracts/sms-provider.ts'
import type { Outside } from '../../server/context.ts'
import { assistantQueries } from '../../server/features/assistants/queries.ts'
import { lineOf } from '../../server/features/calls/line.ts'
import { writeCall } from '../../server/features/calls/place.ts'
import { telephoneOf } from '../../server/features/calls/telephone/telephone-of.ts'
import { joined } from '../../server/media/tone.ts'
import { speakBySentence } from '../../server/providers/speech/by-sentence.ts'
import type { Synthesizer } from '../../server/providers/speech/speak.ts'
import { activeAssistant } from './calls.ts'
import { allowing, startServer } from './server.ts'
import { PUBLIC } from './telephone-door.ts'
import { startTelephoneStandIn } from './telephone-provider-stand-in.ts'
import { toneTranscriber } from './tone-services.ts'
import { toneSpeech } from './tone-speech.ts'

/** Speaks tones, and is silent for a moment: changing the rate takes 2 ms off the end. */
const synthesizer: Synthesizer = {
  takesFragments: false,
  open: ({ signal }) =>
    speakBySentence(async function* (text) {
      yield { pcm: joined([toneSpeech(text, 24_000), new Int16Array(480)]), rate: 24_000 }
    }, signal),
}

/** Greeting of the assistant in these tests. */
export const GREETING = 'Welcome to our bakery, this is a call of Parley about your order of bread.'

/** A server that speaks and hears tones, and a provider of telephone calls that reaches it. */
export async function telephoneDesk(
  change: Partial<z.input<typeof NewAssistant>> = {},
  outside: Partial<Outside> = {},
) {
  let address = ''
  const reach = (url: string) => url.replace(/^(http|ws)s:\/\/chat.example.com/, `$1${address}`)
  const provider = await startTelephoneStandIn({ reach })
  const options = {
    publicUrl: PUBLIC,
    outside: { speech: { synthesizer, transcriber: toneTranscriber }, ...outside },
  }
  const server = await startServer({ ...allowing(provider.host), ...options })
  onTestFinished(provider.close)
  address = server.url.replace('http', '')
  await server.call(setSmsProvider, {
    body: {
      url: provider.url,
      account: provider.account.account,
      token: provider.account.token,
    },
  })
  const assistantId = await activeAssistant(server, {
    initial_message: GREETING,
    endpoint_sensitivity: 5,
    ...change,
  })
  const { context } = server

  /** Has the provider dial; its end of the call. */
  async function dialled() {
    const assistant = assistantQueries(context.db).byId(assistantId)!
    const { id } = await context.write((tx) =>
      writeCall(tx, context, {
        assistant,
        type: 'outbound',
        customer: '+12025550123',
        variables: {},
        minutePrice: 0,
        provider: 'form-api',
      }),
    )
    const count = provider.calls.length
    const line = { ...lineOf(context, id)!, assistantNumber: '+14155552671' }
    await telephoneOf(context, provider.account).dial(line)
    const call = await provider.call(count)
    await call.ring()
    return { id, call, shown: () => server.call(getCall, { params: { id } }) }
  }

  return {
    ...server,
    provider,
    dialled,
    /** A call that somebody took, with their end of its sound. */
    async talking() {
      const dial = await dialled()
      await dial.call.answer()
      return { ...dial, telephone: await dial.call.stream() }
    },
  }
}
