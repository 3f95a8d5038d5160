import type { ImportProblem } from '#contracts/assistant-transfer.ts'

export type Problems = ReturnType<typeof createProblems>

/** What is wrong with a document, each field once: the first sentence stays, and the gravest consequence. */
export function createProblems() {
  const byField = new Map<string, ImportProblem>()
  return {
    add(
      field: string,
      message: string,
      severity: ImportProblem['severity'],
      value: string | null = null,
    ): void {
      const known = byField.get(field)
      const gravest = known?.severity === 'blocking' ? 'blocking' : severity
      byField.set(field, { field, value, message, ...known, severity: gravest })
    },
    /** Forgets what is wrong with a field that is not taken from the document. */
    drop(name: string): void {
      for (const field of byField.keys()) {
        if (field === name || field.startsWith(`${name}.`)) byField.delete(field)
      }
    },
    list: (): ImportProblem[] => [...byField.values()],
  }
}
