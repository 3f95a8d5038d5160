/** A person who can be mentioned. */
interface Person {
  readonly id: number
  readonly name: string
}

/** A team, all of whose members are mentioned with it. */
interface Team {
  readonly name: string
  readonly operator_ids: readonly number[]
}

/** A name after `@`, in lower case, and the people whom it means. */
interface Name {
  readonly name: string
  readonly ids: readonly number[]
}

/** The people mentioned in a text: `@` and the full name, the first name if it is unique, or the name of a team of theirs. */
export function mentionsIn(
  text: string,
  people: readonly Person[],
  teams: readonly Team[] = [],
): number[] {
  const names = namesOf(people, teams)
  const lower = text.toLowerCase()
  const found = new Set<number>()
  for (let at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
    if (/[\p{L}\p{N}]$/u.test(lower.slice(Math.max(0, at - 2), at))) continue
    const here = names.filter(({ name }) => isNamed(lower.slice(at + 1), name))
    // A name that begins another one is not meant by it.
    const length = Math.max(0, ...here.map(({ name }) => name.length))
    for (const { name, ids } of here)
      if (name.length === length) for (const id of ids) found.add(id)
  }
  return people.map(({ id }) => id).filter((id) => found.has(id))
}

function namesOf(people: readonly Person[], teams: readonly Team[]): Name[] {
  const firstWords = people.map(({ name }) => firstWord(name))
  return [
    ...people.map(({ id, name }) => ({ name: name.toLowerCase(), ids: [id] })),
    ...people.flatMap(({ id }, index) => {
      const name = firstWords[index]!
      const isAlone = firstWords.filter((word) => word === name).length === 1
      return isAlone ? [{ name, ids: [id] }] : []
    }),
    ...teams.map(({ name, operator_ids }) => ({ name: name.toLowerCase(), ids: operator_ids })),
  ]
}

const firstWord = (name: string): string => name.toLowerCase().split(/\s+/)[0]!

/** Reports whether a text begins with a name that no letter follows. */
const isNamed = (text: string, name: string): boolean =>
  text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length))
