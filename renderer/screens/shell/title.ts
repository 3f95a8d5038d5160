const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^\/app\/inbox/, 'Inbox'],
  [/^\/app\/assistants\/new$/, 'New assistant'],
  [/^\/app\/assistants\/\d+\/try$/, 'Try an assistant'],
  [/^\/app\/assistants\/\d+\/embed$/, 'Put on a website'],
  [/^\/app\/assistants$/, 'Assistants'],
  [/^\/app\/settings$/, 'Settings'],
]

/** What the screen at an address is called. */
export function screenName(path: string): string {
  return NAMES.find(([pattern]) => pattern.test(path))?.[1] ?? 'Not found'
}
