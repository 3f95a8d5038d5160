import { computed, signal } from '@preact/signals'
import type { Operator } from '#contracts/operators.ts'
import type { Team as OperatorTeam } from '#contracts/teams.ts'
import { type Api, explain } from '../api.ts'
import type { LiveEvent } from '../live.ts'

export type Team = ReturnType<typeof createTeam>

/** Operators of the account: possible assignees, and the signed-in one. */
export function createTeam(api: Api) {
  const people = signal<readonly Operator[]>([])
  const teams = signal<readonly OperatorTeam[]>([])
  const error = signal<string>()
  const isLoaded = signal(false)
  const me = computed(() => people.value.find(({ is_me }) => is_me))
  /** Ids of the teams of the signed-in operator. */
  const mine = computed<ReadonlySet<number>>(
    () =>
      new Set(
        teams.value
          .filter(({ operator_ids }) => operator_ids.includes(me.value?.id ?? 0))
          .map(({ id }) => id),
      ),
  )

  async function load(): Promise<void> {
    void loadTeams()
    try {
      people.value = (await api.listOperators()).data
      isLoaded.value = true
      error.value = undefined
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Teams of the account; without them, conversations are assigned to people. */
  async function loadTeams(): Promise<void> {
    teams.value = await api.listTeams().then(
      ({ data }) => data,
      () => teams.value,
    )
  }

  function remove(id: number): void {
    people.value = people.value.filter((one) => one.id !== id)
    // The server takes them out of their teams without another event.
    teams.value = teams.value.map((team) => ({
      ...team,
      operator_ids: team.operator_ids.filter((one) => one !== id),
    }))
  }

  function put(changed: Omit<Operator, 'is_me' | 'invited_until'> & Partial<Operator>): void {
    const known = people.value.find(({ id }) => id === changed.id)
    const { is_me = false, invited_until = null } = known ?? {}
    const operator = { is_me, invited_until, ...changed }
    people.value = known
      ? people.value.map((one) => (one.id === changed.id ? operator : one))
      : [...people.value, operator]
  }

  return {
    people,
    teams,
    /** Reason why the list is empty. */
    error,
    isLoaded,
    /** The signed-in operator. */
    me,
    mine,
    nameOf: (id: number) => people.value.find((one) => one.id === id)?.name,
    pictureOf: (id: number) => people.value.find((one) => one.id === id)?.picture,
    load,
    put,
    remove,
    apply({ type, data }: LiveEvent): void {
      if (type === 'operator.created' || type === 'operator.updated') put(data)
      else if (type === 'operator.deleted') remove(data.id)
      else if (type === 'teams.changed') teams.value = data.data
    },
    clear(): void {
      people.value = []
      teams.value = []
      isLoaded.value = false
    },
  }
}
