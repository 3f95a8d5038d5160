import { signal } from '@preact/signals'
import type { LabelColour } from '#contracts/labels.ts'
import type { Team } from '#contracts/teams.ts'
import { type Api, showRefusal } from '../../app/api.ts'

export type TeamsModel = ReturnType<typeof createTeamsModel>
export type TeamForm = ReturnType<typeof createTeamForm>

/** Creating, changing and deleting teams; the list itself is shared by all screens. */
export function createTeamsModel(api: Api) {
  const editing = signal<TeamForm>()
  const deleting = signal<Team>()
  return {
    editing,
    deleting,
    edit(team: Team | undefined): void {
      editing.value = createTeamForm(team, async (body) => {
        if (team) await api.updateTeam({ params: { id: team.id }, body })
        else await api.createTeam({ body })
        editing.value = undefined
      })
    },
    async remove({ id }: Team): Promise<void> {
      await api.deleteTeam({ params: { id } })
    },
  }
}

interface TeamBody {
  readonly name: string
  readonly colour: LabelColour
  readonly operator_ids: number[]
}

/** Editing of a team. */
function createTeamForm(team: Team | undefined, store: (body: TeamBody) => Promise<unknown>) {
  const name = signal(team?.name ?? '')
  const colour = signal<LabelColour>(team?.colour ?? 'teal')
  const members = signal<readonly number[]>(team?.operator_ids ?? [])
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)
  return {
    team,
    name,
    colour,
    members,
    errors,
    failure,
    busy,
    toggle(id: number, isMember: boolean): void {
      const others = members.value.filter((one) => one !== id)
      members.value = isMember ? [...others, id] : others
    },
    /** Saves the team; true on success. */
    async save(): Promise<boolean> {
      busy.value = true
      failure.value = undefined
      errors.value = {}
      try {
        await store({
          name: name.value,
          colour: colour.value,
          operator_ids: [...members.value],
        })
        return true
      } catch (error) {
        showRefusal(error, errors, failure)
        return false
      } finally {
        busy.value = false
      }
    },
  }
}
