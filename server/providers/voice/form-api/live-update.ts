import type { Fault } from '#contracts/faults.ts'
import type { Form, FormApiAccount, FormApiNeeds } from '../../form-api/account.ts'
import { postForm } from '../../form-api/outcome.ts'

/** Change to a call in progress. Each can safely be repeated. */
export type Change =
  /** Hangs up; a ringing call stops ringing. */
  | { readonly kind: 'hang-up' }
  /** Stops ringing; a call answered in the meantime continues. */
  | { readonly kind: 'cancel' }
  /** Continues with other instructions at once, which ends its stream. */
  | { readonly kind: 'replace'; readonly twiml: string }

/** Outcome of a change. */
export type Changed =
  | { readonly result: 'done' }
  /** The call had already ended. */
  | { readonly result: 'over' }
  /** `refused`: nothing was changed; `unknown`: it may have been. */
  | { readonly result: 'refused' | 'unknown'; readonly error: Fault }

/** Changes a call in progress. */
export async function changeCall(
  context: FormApiNeeds,
  account: FormApiAccount,
  { sid, change, signal }: { sid: string; change: Change; signal: AbortSignal },
): Promise<Changed> {
  const path = `/Calls/${encodeURIComponent(sid)}.json`
  const posted = await postForm(context, account, { path, form: formOf(change), signal })
  if (posted.result === 'accepted') return { result: 'done' }
  const isOver = posted.result === 'refused' && posted.status === 404
  return isOver ? { result: 'over' } : { result: posted.result, error: posted.error }
}

function formOf(change: Change): Form {
  if (change.kind === 'replace') return [['Twiml', change.twiml]]
  return [['Status', change.kind === 'hang-up' ? 'completed' : 'canceled']]
}
