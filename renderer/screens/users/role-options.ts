import { AGENT_GRANTS, type Capability } from '#contracts/capabilities.ts'
import type { Operator } from '#contracts/operators.ts'
import type { Role } from '#contracts/roles.ts'
import type { SessionModel } from '../../app/session/model.ts'
import { t } from '../../locales/translate.ts'

/** A role by its name, or a custom one by its id. */
export type RoleValue = 'owner' | 'admin' | 'agent' | `${number}`

interface RoleOption {
  readonly value: RoleValue
  readonly label: string
}

type Session = Pick<SessionModel, 'may' | 'account'>

/** Role of an operator as a value. */
export const roleValue = ({
  role,
  custom_role,
}: Pick<Operator, 'role' | 'custom_role'>): RoleValue =>
  custom_role ? `${custom_role.id}` : (role as 'owner' | 'admin' | 'agent')

/** Name of an operator's role. */
export const roleName = ({ role, custom_role }: Operator): string =>
  custom_role?.name ?? t(`team.roles.${role}`)

/** Reports whether the signed-in operator has every capability of a role, as the server checks. */
export function coversRole(session: Session, value: RoleValue, roles: readonly Role[]): boolean {
  const own = session.account.value?.role
  if (own === 'owner') return true
  if (value === 'owner') return false
  if (own === 'admin' || value === 'admin') return own === 'admin'
  const needed: readonly Capability[] =
    value === 'agent'
      ? AGENT_GRANTS
      : (roles.find(({ id }) => String(id) === value)?.capabilities ?? [])
  return needed.every(session.may)
}

/** Roles that the signed-in operator may give. */
export function roleOptions(session: Session, roles: readonly Role[]): readonly RoleOption[] {
  const fixed = (['owner', 'admin', 'agent'] as const).map((value) => ({
    value,
    label: t(`team.roles.${value}`),
  }))
  const own = roles.map(({ id, name }) => ({ value: `${id}` as const, label: name }))
  return [...fixed, ...own].filter(({ value }) => coversRole(session, value, roles))
}

/** The fields of a request that gives a role. */
export const roleFields = <role extends 'owner' | 'admin' | 'agent'>(
  value: role | `${number}`,
): { readonly role: role } | { readonly custom_role_id: number } =>
  /^\d+$/.test(value) ? { custom_role_id: Number(value) } : { role: value as role }
