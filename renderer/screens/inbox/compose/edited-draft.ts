/** What a person has made of a draft. */
export interface Edited {
  readonly proposalId: number
  /** What the assistant had said when the editing began. */
  readonly from: string
  readonly text: string
}

/** Reads what was kept; anything else is nothing. */
export function parseEdited(value: unknown): Edited | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { proposalId, from, text } = value as Partial<Edited>
  return typeof proposalId === 'number' && typeof from === 'string' && typeof text === 'string'
    ? { proposalId, from, text }
    : undefined
}
