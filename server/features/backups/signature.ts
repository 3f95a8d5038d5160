import type { BackupFacts } from '../../db/copies/store.ts'
import type { Installation } from '../../providers/secrets/installation.ts'

/** The fields of a backup that a restore relies on: row counts, files and checksums. */
type Signed = Pick<
  BackupFacts,
  'created_at' | 'bytes' | 'schema' | 'rows' | 'digest' | 'files' | 'contents'
>

/** Canonical text of these fields, independent of key order. */
function textOf({ created_at, bytes, schema, rows, digest, files, contents }: Signed): string {
  const facts = { created_at, bytes, schema, rows, digest, files, contents: contents ?? null }
  return JSON.stringify(facts, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

/** Signs a backup, so that this installation recognises it. */
export const signed = <facts extends Signed>(
  installation: Installation,
  facts: facts,
): facts & { signature: string } => ({ ...facts, signature: installation.sign(textOf(facts)) })

/** False for a backup of another installation or an older Parley, or one that was changed since. */
export const isOwn = (
  installation: Installation,
  facts: Signed & Pick<BackupFacts, 'signature'>,
): boolean => installation.isSignedHere(textOf(facts), facts.signature)
