/**
 * Kinds of calls without a key, each charged to the caller's rate budget for it (`server/http/allowance.ts`). Every endpoint of
 * the planes `visitor`, `site` and `public` names one.
 * - `read`: reads without side effects.
 * - `stream`: event streams.
 * - `session`: creates a visitor, or signs one in.
 * - `conversation`, `message`, `file`: adds to the inbox.
 * - `change`: changes existing data.
 * - `page`: reports the page a visitor is on.
 * - `sign`: typing and read indicators.
 * - `chat`: the public chat endpoints of the API family.
 * - `sign_in`: starts an operator session.
 */
export const SPENDINGS = [
  'read',
  'stream',
  'session',
  'conversation',
  'message',
  'file',
  'change',
  'page',
  'sign',
  'chat',
  'sign_in',
] as const
export type Spending = (typeof SPENDINGS)[number]
