import type { Capability } from '#contracts/capabilities.ts'
import { createSignInLink } from '../../server/features/accounts/sessions/sign-in.ts'
import { isOfServer, POLICY, type PrincipalKind } from '../../server/http/policy.ts'
import { anotherAccount } from './accounts.ts'
import { colleague, signedIn, signedInOwner } from './operators.ts'
import { KEY, type TestServer } from './server.ts'
import { openSession } from './visitor.ts'

/** A caller of a server, and the credentials that identify it. */
export interface Caller {
  readonly name: string
  readonly kind: PrincipalKind
  readonly ofOwner: boolean
  readonly headers: Readonly<Record<string, string>>
}

/** Reports whether the policy grants a caller a capability. */
export const mayDo = ({ kind, ofOwner }: Caller, capability: Capability): boolean =>
  POLICY[kind].has(capability) && (ofOwner || !isOfServer(capability))

/** One caller of each kind, for the owner's account and a second one. */
export async function callersOf(server: TestServer): Promise<readonly Caller[]> {
  const { context, url } = server
  const owner = await signedInOwner(server)
  const admin = await colleague(server, 'Ada', 'admin')
  const agent = await colleague(server, 'Ben', 'agent')
  const other = await anotherAccount(server, 'A third account')
  const operatorId = context.db
    .prepare<[number], number>('SELECT id FROM operators WHERE user_id = ?')
    .pluck()
    .get(other.id)!
  const link = await context.write((tx) =>
    createSignInLink(tx, context, { userId: other.id, operatorId }, null),
  )
  const second = await signedIn(server, link.url)
  const visitor = await openSession(server)
  const cookie = (value: string) => ({ cookie: value, origin: url })
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
  return [
    { name: 'owner', kind: 'owner', ofOwner: true, headers: cookie(owner.cookie) },
    { name: 'admin', kind: 'admin', ofOwner: true, headers: cookie(admin.cookie) },
    { name: 'agent', kind: 'agent', ofOwner: true, headers: cookie(agent.cookie) },
    { name: 'key', kind: 'key', ofOwner: true, headers: bearer(KEY) },
    { name: 'second owner', kind: 'owner', ofOwner: false, headers: cookie(second.cookie) },
    { name: 'second key', kind: 'key', ofOwner: false, headers: bearer(other.token) },
    { name: 'visitor', kind: 'visitor', ofOwner: false, headers: bearer(visitor.token) },
    // No key, even when a client adds its own.
    { name: 'anonymous', kind: 'anonymous', ofOwner: false, headers: { cookie: 'none=1' } },
  ]
}
