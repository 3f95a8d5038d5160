import { signal } from '@preact/signals'
import type { SignInLink } from '#contracts/accounts.ts'
import type { Operator } from '#contracts/operators.ts'
import type { Api } from '../../app/api.ts'
import type { Team } from '../../app/people/team.ts'
import { createProfileModel } from '../settings/profile-model.ts'
import { type RoleValue, roleFields } from './role-options.ts'

/** A sign-in link to hand over, and its recipient. */
interface MadeLink extends SignInLink {
  readonly name: string
}

export type TeamModel = ReturnType<typeof createTeamModel>

/** Adding, inviting and removing operators. */
export function createTeamModel(api: Api, team: Team) {
  const isAdding = signal(false)
  /** The link just created: it is never shown again. */
  const link = signal<MadeLink>()
  const removing = signal<Operator>()
  /** The operator who gets another role. */
  const changing = signal<Operator>()
  /** A mail server is set up. */
  const hasEmail = signal(false)
  /** Role of the person to add. */
  const role = signal<Exclude<RoleValue, 'owner'>>('agent')
  const person = signal(newPerson())

  function newPerson() {
    return createProfileModel({ name: '', email: '' }, async ({ name, email }) => {
      const body = { name, email: email || null, ...roleFields(role.value) }
      const { data, sign_in } = await api.createOperator({ body })
      team.put(data)
      link.value = { ...sign_in, name: data.name }
    })
  }

  return {
    isAdding,
    link,
    removing,
    changing,
    role,
    hasEmail,
    async load(): Promise<void> {
      hasEmail.value = !(await api.getOperatorEmails()).is_sandbox
    },
    person,
    begin(): void {
      person.value = newPerson()
      isAdding.value = true
    },
    async add(): Promise<boolean> {
      const isAdded = await person.value.save()
      if (isAdded) isAdding.value = false
      return isAdded
    },
    async makeLink({ id, name }: Operator): Promise<void> {
      const { data } = await api.createOperatorLink({ params: { id } })
      link.value = { ...data, name }
    },
    /** Revokes an invitation that has not been used. */
    async revoke({ id }: Operator): Promise<void> {
      await api.revokeOperatorLinks({ params: { id } })
      await team.load()
    },
    /** Emails a sign-in link; the message says whether it was sent. */
    async email({ id }: Operator): Promise<{ readonly ok: boolean; readonly message: string }> {
      const sent = await api.emailInvitation({
        params: { id },
        body: { language: document.documentElement.lang || 'en' },
      })
      await team.load()
      return sent
    },
    async setRole({ id }: Operator, value: RoleValue): Promise<void> {
      const { data } = await api.updateOperator({ params: { id }, body: roleFields(value) })
      team.put(data)
    },
    async remove({ id }: Operator): Promise<void> {
      await api.deleteOperator({ params: { id } })
      team.remove(id)
    },
  }
}
