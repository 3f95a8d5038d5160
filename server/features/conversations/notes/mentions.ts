/** A person who can be mentioned. */
interface Person {
  readonly id: number
  readonly name: string
}

/** The people mentioned in a text: `@` and the full name, or the first name if it is unique. */
export function mentionsIn(text: string, people: readonly Person[]): number[] {
  const lower = text.toLowerCase()
  const firstWords = people.map(({ name }) => firstWord(name))
  return people
    .filter(({ name }, index) => {
      const first = firstWords[index]!
      const isAlone = firstWords.filter((word) => word === first).length === 1
      return names(lower, name.toLowerCase()) || (isAlone && names(lower, first))
    })
    .map(({ id }) => id)
}

const firstWord = (name: string): string => name.toLowerCase().split(/\s+/)[0]!

/** Reports whether a text contains `@name` with no adjacent letter. */
function names(text: string, name: string): boolean {
  const mark = `@${name}`
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const before = text.slice(0, at)
    const after = text.slice(at + mark.length)
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}
