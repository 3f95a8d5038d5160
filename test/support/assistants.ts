import type { z } from 'zod'
import type { NewAssistant } from '#contracts/assistant-fields.ts'
import { createAssistant } from '#contracts/assistants.ts'
import type { Mode } from '#contracts/enums.ts'
import { listLanguages, listModels, listVoices } from '#contracts/lookups.ts'
import type { AssistantRow } from '../../server/features/assistants/row.ts'
import type { TestServer } from './server.ts'

type Body = z.input<typeof NewAssistant>

/** The client of an account: the owner of a test server, or `anotherAccount`. */
export type Sender = Pick<TestServer, 'call' | 'fetch'>

export const MODES = ['pipeline', 'multimodal', 'dualplex'] as const satisfies readonly Mode[]

/** The required fields of an inbound assistant in a mode. */
export async function assistantBody({ call }: Pick<Sender, 'call'>, mode: Mode = 'pipeline') {
  const [language] = await call(listLanguages)
  const [voice] = await call(listVoices, { query: { mode } })
  const [llm] = await call(listModels)
  const [multimodal] = await call(listModels, { query: { type: 'multimodal' } })
  return {
    name: 'Bakery',
    voice_id: voice!.id,
    language_id: language!.id,
    type: 'inbound',
    mode,
    timezone: 'Europe/Berlin',
    initial_message: 'Hello!',
    system_prompt: 'You answer for a bakery.',
    ...(mode === 'pipeline' ? { llm_model_id: llm!.id } : { multimodal_model_id: multimodal!.id }),
  } as const satisfies Body
}

/** Creates an assistant with some fields changed; resolves to its id. */
export async function createdAssistant(
  sender: Sender,
  change: Partial<Body> = {},
  mode: Mode = 'pipeline',
): Promise<number> {
  const body = { ...(await assistantBody(sender, mode)), ...change }
  return (await sender.call(createAssistant, { body })).data.id
}

/** Adds a second synthesizer and a second transcriber available to everyone, each with the id 2. */
export function addSpeechChoices({ context }: Pick<TestServer, 'context'>): void {
  for (const kind of ['synthesizer', 'transcriber'])
    context.db
      .prepare(
        `INSERT OR IGNORE INTO ${kind}_providers (id, code, name) VALUES (2, 'other', 'Other')`,
      )
      .run()
}

/** An assistant as stored in the database, since not every field is in a response. */
export function assistantRow({ context }: Pick<TestServer, 'context'>, id: number): AssistantRow {
  return context.db
    .prepare<[number], AssistantRow>('SELECT * FROM assistants WHERE id = ?')
    .get(id)!
}

/** Sends a body, or JSON verbatim, and reads the response. */
export async function send(
  { fetch }: Pick<Sender, 'fetch'>,
  method: string,
  path: string,
  body?: object | string,
) {
  const response = await fetch(`/api${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) }
}

/** A JSON object with one field inserted verbatim, for values JavaScript cannot express, such as 1e400. */
export const withRaw = (body: object, field: string, json: string): string =>
  `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(field)}:${json}}`
