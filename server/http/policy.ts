import { AGENT_GRANTS, CAPABILITIES, type Capability } from '#contracts/capabilities.ts'
import type { OperatorRole } from '#contracts/operators.ts'
import { AppError } from '../errors.ts'
import type { Operator } from './principal.ts'

/** Kinds of principals with fixed capabilities. A key acts for its account, and so does a session opened with a key. */
export type PrincipalKind = 'owner' | 'admin' | 'agent' | 'key' | 'visitor' | 'anonymous'

const ALL = Object.keys(CAPABILITIES) as Capability[]
const PUBLIC: readonly Capability[] = ['embed', 'anybody']

/** Capabilities of every operator, whatever their role. */
const OPERATOR: readonly Capability[] = [...PUBLIC, 'desk', 'conversations', 'directory']

/** Capabilities of an agent: a person invited to answer visitors. */
const AGENT: readonly Capability[] = [...OPERATOR, ...AGENT_GRANTS]

/** Capabilities reserved for people: a key may be part of a third-party program. */
const PEOPLE_ONLY: readonly Capability[] = [
  'people',
  'access',
  'roles',
  'server.discovery',
  'server.network.change',
  'server.restore',
]

const BY_OPERATORS = ALL.filter((capability) => capability !== 'chat')

/** Capabilities of each kind of principal; custom roles add theirs to those of every operator. */
export const POLICY: Readonly<Record<PrincipalKind, ReadonlySet<Capability>>> = {
  owner: new Set(BY_OPERATORS),
  admin: new Set(
    BY_OPERATORS.filter((capability) => !isOfServer(capability) && capability !== 'roles'),
  ),
  agent: new Set(AGENT),
  key: new Set(BY_OPERATORS.filter((capability) => !PEOPLE_ONLY.includes(capability))),
  visitor: new Set([...PUBLIC, 'chat']),
  anonymous: new Set(PUBLIC),
}

/** Reports whether a capability is about the whole server, and so reserved for the account that owns it. */
export function isOfServer(capability: Capability): boolean {
  return capability.startsWith('server.')
}

/** Role of a person as stored. */
export interface StoredRole {
  readonly role: OperatorRole
  /** JSON list of the capabilities that a custom role grants; null for the other roles. */
  readonly granted: string | null
}

/** Capability sets of custom roles and of the keys of people, by what they are made from. */
const known = new Map<string, ReadonlySet<Capability>>()
const MAX_KNOWN = 1000

function remembered(name: string, make: () => ReadonlySet<Capability>): ReadonlySet<Capability> {
  const found = known.get(name)
  if (found) return found
  if (known.size >= MAX_KNOWN) known.clear()
  const made = make()
  known.set(name, made)
  return made
}

/** Capabilities of a person's role. */
export function grantsOf({ role, granted }: StoredRole): ReadonlySet<Capability> {
  if (role !== 'custom') return POLICY[role]
  return remembered(
    `role ${granted}`,
    () => new Set([...OPERATOR, ...(JSON.parse(granted ?? '[]') as Capability[])]),
  )
}

/** Capabilities of a key, at most those of the person who issued it; undefined for keys of this machine. */
export function keyGrantsOf(issuer: StoredRole | undefined): ReadonlySet<Capability> {
  if (!issuer) return POLICY.key
  return remembered(
    `key ${issuer.role} ${issuer.granted}`,
    () => new Set([...POLICY.key].filter((one) => grantsOf(issuer).has(one))),
  )
}

/** Reports whether the first set has every capability of the second. */
export const covers = (first: ReadonlySet<Capability>, second: ReadonlySet<Capability>): boolean =>
  [...second].every((one) => first.has(one))

type Asking = Pick<Operator, 'grants' | 'isByKey' | 'isOwner'>

/** Reports whether an operator has a capability. */
export const may = (operator: Asking, capability: Capability): boolean =>
  operator.grants.has(capability) && (operator.isOwner || !isOfServer(capability))

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
  throw new AppError(
    operator.isByKey && PEOPLE_ONLY.includes(capability) ? 'sign_in_by_link' : 'role_not_allowed',
  )
}

/**
 * Asserts that an operator has every capability of a role, and so may give it to people and act on those who have it.
 * @throws AppError `owner_role` or `role_exceeds_own`
 */
export function assertCovers({ grants }: Pick<Operator, 'grants'>, role: StoredRole): void {
  if (covers(grants, grantsOf(role))) return
  throw new AppError(role.role === 'owner' ? 'owner_role' : 'role_exceeds_own')
}

/**
 * Asserts that an operator may change a person or account in whose name they act. A key acts for the first owner, and so needs
 * whatever a key of theirs may do.
 * @throws AppError `role_exceeds_own`
 */
export function assertSpeaksFor(
  { grants, isByKey }: Pick<Operator, 'grants' | 'isByKey'>,
  role: StoredRole,
): void {
  if (!covers(grants, isByKey ? keyGrantsOf(role) : grantsOf(role)))
    throw new AppError('role_exceeds_own')
}
