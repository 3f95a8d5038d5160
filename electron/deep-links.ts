const SCHEME = 'parley:'

/** Nobody has a longer one, characters. */
const LONGEST = 200

/** Targets of links: verb and path → a screen. A link shows a screen and never acts. */
const PLACES: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/^open$/, () => '/app/home'],
  [/^inbox$/, () => '/app/inbox'],
  [/^inbox\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, (id) => `/app/inbox/${id}`],
  [/^contacts\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, (id) => `/app/contacts/${id}`],
  [/^assistants\/([1-9]\d{0,14})$/, (id) => `/app/assistants/${id}`],
  [/^settings\/([a-z]{1,20})$/, (part) => `/app/settings/${part}`],
]

/** The screen that a `parley://` link leads to; undefined for every link that is not on the list, letter for letter. */
export function placeOfLink(link: string): string | undefined {
  if (link.length > LONGEST || !link.startsWith(`${SCHEME}//`)) return undefined
  // Browsers and desktops add a slash after what they take for a host.
  const words = link.slice(SCHEME.length + 2).replace(/\/$/, '')
  for (const [pattern, place] of PLACES) {
    const found = pattern.exec(words)
    if (found) return place(found[1] ?? '')
  }
  return undefined
}

/** The screen that a command line asks for. Whatever else stands in it is nobody's order to us. */
export function placeInCommandLine(argv: readonly string[]): string | undefined {
  const links = argv.filter((argument) => argument.startsWith(`${SCHEME}//`))
  return links.length === 1 ? placeOfLink(links[0]!) : undefined
}
