import { WebSocket } from 'ws'
import type { z } from 'zod'
import type { AssistantChange } from '#contracts/assistant-fields.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { createSpeechService } from '#contracts/speech-providers.ts'
import { VOICE_SOCKET } from '#contracts/voice-frames.ts'
import { startVisitorCall } from '#contracts/web-calls.ts'
import { type Clients, clientsOf } from '../support/server.ts'
import { BUILT, startProcess } from '../support/server-process.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'
import { startPlaying } from '../support/voice-player.ts'
import { grammarOf } from './programs.ts'
import { startSphinxService } from './sphinx-service.ts'

type Change = Partial<z.input<typeof AssistantChange>>

/** The shipped server, which recognises these sentences with pocketsphinx and speaks with the system voice. */
export async function startDesk(dataDir: string, sentences: readonly string[]) {
  const service = await startSphinxService(grammarOf(sentences))
  const server = startProcess({
    dataDir,
    main: BUILT,
    env: { PARLEY_ALLOW_PRIVATE: service.address },
  })
  const clients = clientsOf(await server.ready)
  await addService(clients, service.baseUrl)
  const { id } = await starterAssistant(clients)
  return {
    change: (body: Change) => clients.call(updateAssistant, { params: { id }, body }),
    call: () => callFrom(clients),
    [Symbol.asyncDispose]: async () => {
      server.child.kill('SIGTERM')
      await server.exited
      await service[Symbol.asyncDispose]()
    },
  }
}

/** Makes a server transcribe with a service at this address. */
export const addService = ({ call }: Pick<Clients, 'call'>, baseUrl: string) =>
  call(createSpeechService, {
    body: {
      name: 'pocketsphinx',
      kind: 'openai-audio',
      base_url: baseUrl,
      transcription_model: 'en-us',
    },
  })

/** A visitor's browser in a call. */
async function callFrom(clients: Clients) {
  const { url } = clients
  const { token, conversationId: uuid } = await createVisitor(clients)
  const call = clients.as({ authorization: `Bearer ${token}`, origin: url })
  return startPlaying({
    ticket: async () => (await call(startVisitorCall, { params: { uuid } })).ticket,
    open() {
      const address = url.replace('http', 'ws') + VOICE_SOCKET.path
      return new WebSocket(address, VOICE_SOCKET.protocol, { origin: url })
    },
  })
}
