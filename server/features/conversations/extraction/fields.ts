import type { Assistant } from '#contracts/assistants.ts'
import type { Turn } from '#contracts/public-chat.ts'

/** A field to extract: an item of an assistant's `post_call_schema`. */
export type Field = Assistant['post_call_schema'][number]

/** Extracted values by field name; a field without a value is absent. */
export type Values = Record<string, Value>
export type Value = string | number | boolean

/** One turn of a conversation or a call; the customer has the role `user`. */
export type Utterance = Turn
