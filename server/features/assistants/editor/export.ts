import { type AssistantDocument, PORTABLE_NAMES } from '#contracts/assistant-document.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { pictureQueries } from '../../platform/pictures/queries.ts'
import type { AssistantRow } from '../row.ts'
import { settingsOf } from '../settings.ts'
import { portableQueries, type ReferenceField } from './portable-queries.ts'

type Json = AssistantDocument['fields'][string]
type Tool = Readonly<Record<string, Json>>

/** An assistant as a document without ids; keys of built-in tools are included only on request. */
export function exportDocument(
  { db, now }: Pick<Context, 'db' | 'now'>,
  assistant: AssistantRow,
  withSecrets: boolean,
): AssistantDocument {
  const fields = Object.entries(settingsOf(db, assistant)).map(([name, value]): [string, Json] => {
    if (name === 'tools') {
      const tools = (value as Tool[]).map((tool) => portableTool(db, assistant.user_id, tool))
      return [name, withSecrets ? tools : tools.map(withoutSecrets)]
    }
    const portable = PORTABLE_NAMES[name as keyof typeof PORTABLE_NAMES]
    // Settings are JSON.
    return portable === undefined
      ? [name, value as Json]
      : [portable, namesOf(db, assistant.user_id, name as ReferenceField, value as never)]
  })
  const picture = pictureQueries(db).contentOf(assistant.id)
  return {
    parley_assistant: 1,
    exported_at: now().toISOString(),
    fields: Object.fromEntries(fields),
    picture: picture?.toString('base64') ?? null,
  }
}

function namesOf(
  db: Db,
  userId: number,
  field: ReferenceField,
  value: number | number[] | null,
): Json {
  const { nameOf } = portableQueries(db)
  if (value === null) return null
  if (Array.isArray(value))
    return value.map((id) => nameOf(field, userId, id)).filter((name) => name !== undefined)
  return nameOf(field, userId, value) ?? null
}

/** A built-in tool with the digits of the number it dials from and the name of the assistant it transfers to. */
function portableTool(
  db: Db,
  userId: number,
  { outbound_phone_id: phone, assistant_id: assistant, ...tool }: Tool,
): Tool {
  const { nameOf } = portableQueries(db)
  return {
    ...tool,
    ...(typeof phone === 'number' && {
      outbound_phone: nameOf('phone_number_id', userId, phone) ?? null,
    }),
    ...(typeof assistant === 'number' && {
      assistant: nameOf('assistant_id', userId, assistant) ?? null,
    }),
  }
}

const withoutSecrets = ({ calendar_api_key: _, ...tool }: Tool): Tool => tool
