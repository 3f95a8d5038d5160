import { signal } from '@preact/signals'
import { checkRequest, type Known, type Received, type Verdict } from './signature.ts'

const NOTHING: Received = { id: '', timestamp: '', signature: '', body: '' }

/** A received request, and the result of verifying it. */
export function createCheckModel() {
  const fields = signal<Received>(NOTHING)
  const verdict = signal<Verdict>()

  return {
    fields,
    verdict,
    edit(changes: Partial<Received>): void {
      fields.value = { ...fields.value, ...changes }
      verdict.value = undefined
    },
    async check(secret: string, known: Known, now?: number): Promise<void> {
      const { id, timestamp, signature, body } = fields.value
      verdict.value = await checkRequest(
        secret,
        { id: id.trim(), timestamp: timestamp.trim(), signature, body },
        known,
        now,
      )
    },
  }
}
