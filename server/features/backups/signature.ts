import type { BackupFacts } from '../../db/copies/store.ts'
import type { Installation } from '../../providers/secrets/installation.ts'

/** Everything about a copy that a restore goes by: the rows of each table, the files, and their checksums. */
type Signed = Pick<
  BackupFacts,
  'created_at' | 'bytes' | 'schema' | 'rows' | 'digest' | 'files' | 'contents'
>

/** The same text for the same facts, whichever way they were written down. */
function textOf({ created_at, bytes, schema, rows, digest, files, contents }: Signed): string {
  const facts = { created_at, bytes, schema, rows, digest, files, contents: contents ?? null }
  return JSON.stringify(facts, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

/** Signs a copy, so that this installation knows it again. */
export const signed = <facts extends Signed>(
  installation: Installation,
  facts: facts,
): facts & { signature: string } => ({ ...facts, signature: installation.sign(textOf(facts)) })

/** False for a copy of another installation, of an older Parley, or one that was changed since. */
export const isOwn = (
  installation: Installation,
  facts: Signed & Pick<BackupFacts, 'signature'>,
): boolean => installation.isSignedHere(textOf(facts), facts.signature)
