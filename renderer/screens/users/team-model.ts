import { signal } from '@preact/signals'
import type { SignInLink } from '#contracts/accounts.ts'
import type { Operator } from '#contracts/operators.ts'
import type { Api } from '../../app/api.ts'
import type { Team } from '../../app/people/team.ts'
import { createProfileModel } from '../settings/profile-model.ts'

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
  const person = signal(newPerson())

  function newPerson() {
    return createProfileModel({ name: '', email: '' }, async ({ name, email }) => {
      const body = { name, email: email || null }
      const { data, sign_in } = await api.createOperator({ body })
      team.put(data)
      link.value = { ...sign_in, name: data.name }
    })
  }

  return {
    isAdding,
    link,
    removing,
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
    async setRole({ id }: Operator, role: 'admin' | 'agent'): Promise<void> {
      const { data } = await api.updateOperator({ params: { id }, body: { role } })
      team.put(data)
    },
    async remove({ id }: Operator): Promise<void> {
      await api.deleteOperator({ params: { id } })
      team.remove(id)
    },
  }
}
