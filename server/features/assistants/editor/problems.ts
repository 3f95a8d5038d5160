import type { ImportProblem } from '#contracts/assistant-transfer.ts'
import type { Fault } from '#contracts/faults.ts'

/** A problem whose message is not rendered yet. */
export interface Problem extends Omit<ImportProblem, 'message'> {
  readonly fault: Fault
}

export type Problems = ReturnType<typeof createProblems>

/** Collects the problems of a document, one per field: keeps the first fault and the highest severity. */
export function createProblems() {
  const byField = new Map<string, Problem>()
  return {
    add(
      field: string,
      fault: Fault,
      severity: Problem['severity'],
      value: string | null = null,
    ): void {
      const known = byField.get(field)
      const gravest = known?.severity === 'blocking' ? 'blocking' : severity
      byField.set(field, { field, value, fault, ...known, severity: gravest })
    },
    /** Drops the problems of a field that is not taken from the document. */
    drop(name: string): void {
      for (const field of byField.keys()) {
        if (field === name || field.startsWith(`${name}.`)) byField.delete(field)
      }
    },
    list: (): Problem[] => [...byField.values()],
  }
}
