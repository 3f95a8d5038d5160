import { activateAssistant, getAssistant } from '#contracts/assistants.ts'
import { disableAi, endConversation, getConversation } from '#contracts/conversations.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { createdAssistant, type Sender } from './assistants.ts'

/** An assistant that answers visitors, with some fields changed. */
export async function activeAssistant(
  server: Sender,
  fields: Parameters<typeof createdAssistant>[1],
) {
  const id = await createdAssistant(server, fields)
  await server.call(activateAssistant, { params: { id } })
  return server.call(getAssistant, { params: { id } })
}

/** A chat answered by an operator, so that nothing waits for the AI. */
export async function chat(
  { call }: Sender,
  assistant: { uuid: string },
  type: 'widget' | 'test' = 'widget',
  variables = {},
) {
  const { conversation_id: uuid } = await call(startConversation, {
    body: { assistant_id: assistant.uuid, type, variables },
  })
  const params = { uuid }
  await call(disableAi, { params })
  return {
    uuid,
    params,
    say: (message: string) => call(sendPublicMessage, { params, body: { message } }),
    end: () => call(endConversation, { params }),
    detail: () => call(getConversation, { params }),
  }
}
