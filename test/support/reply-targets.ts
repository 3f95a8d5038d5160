import type { z } from 'zod'
import { setReplyTargets } from '#contracts/reply-targets.ts'
import type { TestServer } from './server.ts'

type Sent = z.input<NonNullable<typeof setReplyTargets.body>>

/** Sets the reply targets of the owner's account; what is omitted has none, and counts in all hours. */
export async function targeted(
  { call }: Pick<TestServer, 'call'>,
  targets: Partial<Sent> = {},
): Promise<void> {
  const none = { first_reply_minutes: null, next_reply_minutes: null, hours: 'all' } as const
  await call(setReplyTargets, { body: { ...none, overrides: [], ...targets } })
}
