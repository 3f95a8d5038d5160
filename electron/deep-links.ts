const SCHEME = 'parley:'

/** Longest accepted link, characters. */
const MAX_LENGTH = 200

/** Targets of links: verb and path → a screen. A link shows a screen and never acts. */
const ROUTES: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/^open$/, () => '/app/home'],
  [/^inbox$/, () => '/app/inbox'],
  [/^inbox\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, (id) => `/app/inbox/${id}`],
  [/^contacts\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, (id) => `/app/contacts/${id}`],
  [/^assistants\/([1-9]\d{0,14})$/, (id) => `/app/assistants/${id}`],
  [/^settings\/([a-z]{1,20})$/, (part) => `/app/settings/${part}`],
]

/** The screen that a `parley://` link opens; undefined for every link that does not match the list exactly. */
export function placeOfLink(link: string): string | undefined {
  if (link.length > MAX_LENGTH || !link.startsWith(`${SCHEME}//`)) return undefined
  // Browsers and desktops append a slash to what they take for a host.
  const words = link.slice(SCHEME.length + 2).replace(/\/$/, '')
  for (const [pattern, place] of ROUTES) {
    const found = pattern.exec(words)
    if (found) return place(found[1] ?? '')
  }
  return undefined
}

/** The screen requested on a command line; all other arguments are ignored. */
export function placeInCommandLine(argv: readonly string[]): string | undefined {
  const links = argv.filter((argument) => argument.startsWith(`${SCHEME}//`))
  return links.length === 1 ? placeOfLink(links[0]!) : undefined
}
