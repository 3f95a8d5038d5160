import { CAPABILITIES, type Capability } from '#contracts/capabilities.ts'
import { AppError } from '../errors.ts'
import type { Operator } from './principal.ts'

/** Kinds of principals. A key acts for its account, and so does a session opened with a key. */
export type PrincipalKind = 'owner' | 'admin' | 'agent' | 'key' | 'visitor' | 'anonymous'

const ALL = Object.keys(CAPABILITIES) as Capability[]
const PUBLIC: readonly Capability[] = ['embed', 'anybody']

/** Capabilities of an agent: a person invited to answer visitors. */
const AGENT: readonly Capability[] = [
  ...PUBLIC,
  'desk',
  'conversations',
  'contacts',
  'knowledge',
  'records',
  'directory',
]

/** Capabilities reserved for people: a key may be part of a third-party program. */
const PEOPLE_ONLY: readonly Capability[] = [
  'people',
  'access',
  'server.discovery',
  'server.network.change',
  'server.restore',
]

const BY_OPERATORS = ALL.filter((capability) => capability !== 'chat')

/** Capabilities of each kind of principal: the only place that grants them. */
export const POLICY: Readonly<Record<PrincipalKind, ReadonlySet<Capability>>> = {
  owner: new Set(BY_OPERATORS),
  admin: new Set(BY_OPERATORS.filter((capability) => !isOfServer(capability))),
  agent: new Set(AGENT),
  key: new Set(BY_OPERATORS.filter((capability) => !PEOPLE_ONLY.includes(capability))),
  visitor: new Set([...PUBLIC, 'chat']),
  anonymous: new Set(PUBLIC),
}

/** Reports whether a capability is about the whole server, and so reserved for the account that owns it. */
export function isOfServer(capability: Capability): boolean {
  return capability.startsWith('server.')
}

/** Kind of an operator. */
export const kindOf = ({ role, isByKey }: Pick<Operator, 'role' | 'isByKey'>): PrincipalKind =>
  isByKey ? 'key' : role

type Asking = Pick<Operator, 'role' | 'isByKey' | 'isOwner'>

/** Reports whether an operator has a capability. */
export const may = (operator: Asking, capability: Capability): boolean =>
  POLICY[kindOf(operator)].has(capability) && (operator.isOwner || !isOfServer(capability))

/** All capabilities of an operator. */
export const capabilitiesOf = (operator: Asking): Capability[] =>
  ALL.filter((capability) => may(operator, capability))

/**
 * Asserts that an operator has a capability.
 * @throws AppError `owner_only`, `sign_in_by_link` or `role_not_allowed`
 */
export function assertMay(operator: Asking, capability: Capability): void {
  if (may(operator, capability)) return
  if (isOfServer(capability) && !operator.isOwner) throw new AppError('owner_only')
  throw new AppError(operator.isByKey ? 'sign_in_by_link' : 'role_not_allowed')
}
