/** People to choose from for an assignment. */
interface Choice {
  /** Ids, ascending. */
  readonly people: readonly number[]
  /** Those who are at the desk and available: preferred, if there are any. */
  readonly present: readonly number[]
  /** Number of open conversations by person. */
  readonly loads: ReadonlyMap<number, number>
  /** The person chosen last; 0 at first. */
  readonly last: number
}

/** Chooses the next person in turn, or among the least busy; undefined without people. */
export function pickOperator(
  by: 'round_robin' | 'least_busy',
  { people, present, loads, last }: Choice,
): number | undefined {
  const here = people.filter((id) => present.includes(id))
  const pool = here.length > 0 ? here : people
  const loadOf = (id: number) => loads.get(id) ?? 0
  const lowest = Math.min(...pool.map(loadOf))
  const free = by === 'least_busy' ? pool.filter((id) => loadOf(id) === lowest) : pool
  return free.find((id) => id > last) ?? free[0]
}
