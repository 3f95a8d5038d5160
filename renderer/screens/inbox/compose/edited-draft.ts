/** An operator's edit of a draft. */
export interface Edited {
  readonly proposalId: number
  /** The assistant's text when editing began. */
  readonly from: string
  readonly text: string
}

/** Parses a stored edit; undefined if invalid. */
export function parseEdited(value: unknown): Edited | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { proposalId, from, text } = value as Partial<Edited>
  return typeof proposalId === 'number' && typeof from === 'string' && typeof text === 'string'
    ? { proposalId, from, text }
    : undefined
}
