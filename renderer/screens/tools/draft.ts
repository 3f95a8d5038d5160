import type { NewTool, Tool } from '#contracts/tools.ts'

/** A header being edited. A stored value is never shown, and kept if the field is empty. */
export interface HeaderRow {
  readonly key: number
  readonly name: string
  readonly value: string
  readonly kept: string | undefined
}

/** An argument being edited. */
export interface ArgumentRow {
  readonly key: number
  readonly name: string
  readonly type: Tool['schema'][number]['type']
  readonly description: string
}

/** A tool being edited. */
export interface ToolDraft {
  readonly name: string
  readonly description: string
  readonly method: Tool['method']
  readonly endpoint: string
  /** Seconds. */
  readonly timeout: string
  readonly headers: readonly HeaderRow[]
  readonly schema: readonly ArgumentRow[]
  readonly asks_first: boolean
}

const NEW: ToolDraft = {
  name: '',
  description: '',
  method: 'GET',
  endpoint: '',
  timeout: '10',
  headers: [],
  schema: [],
  asks_first: false,
}

let count = 0

/** Stable key of a row. */
const newKey = (): number => {
  count += 1
  return count
}

export const newHeader = (): HeaderRow => ({ key: newKey(), name: '', value: '', kept: undefined })

export const newArgument = (): ArgumentRow => ({
  key: newKey(),
  name: '',
  type: 'string',
  description: '',
})

/** The draft of an existing tool, or of a new one. */
export function draftOf(tool?: Tool): ToolDraft {
  if (!tool) return NEW
  const { name, description, method, endpoint, timeout, headers, schema, asks_first } = tool
  return {
    name,
    description,
    method,
    endpoint,
    timeout: String(timeout),
    headers: headers.map((header) => ({
      key: newKey(),
      name: header.name,
      value: '',
      kept: header.value,
    })),
    schema: schema.map((argument) => ({ key: newKey(), ...argument })),
    asks_first,
  }
}

/** Converts a draft for sending. */
export function toolOf({ headers, schema, timeout, ...draft }: ToolDraft): NewTool {
  return {
    ...draft,
    endpoint: draft.endpoint.trim(),
    // The server rejects an invalid number with a field error.
    timeout: (timeout.trim() === '' ? null : Number(timeout)) as number,
    headers: headers.map(({ name, value, kept }) => ({
      name: name.trim(),
      value: value === '' ? (kept ?? '') : value,
    })),
    schema: schema.map(({ name, type, description }) => ({
      name: name.trim(),
      type,
      description,
    })),
  }
}

/** Reports whether two drafts would be saved identically. */
export const isSame = (one: ToolDraft, other: ToolDraft): boolean =>
  JSON.stringify(toolOf(one)) === JSON.stringify(toolOf(other))
