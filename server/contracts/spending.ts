/**
 * Kinds of calls without a key, each charged to the caller's budget for it (`server/http/allowance.ts`). Every endpoint
 * of the planes `visitor`, `site` and `public` names one.
 * - `read`: reads, and changes nothing.
 * - `stream`: follows events.
 * - `session`: makes a visitor, or signs somebody in as one.
 * - `conversation`, `message`, `file`: what fills the inbox.
 * - `change`: changes what is there.
 * - `page`: the page that a visitor is on.
 * - `sign`: that somebody types or has read.
 * - `chat`: the public chat endpoints of the API family.
 * - `sign_in`: what operators begin their sessions with.
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
