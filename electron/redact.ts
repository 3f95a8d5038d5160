import { homedir, userInfo } from 'node:os'

/** Replacement of a redacted secret. */
const REDACTED = '[redacted]'

/** Patterns of secrets in a log line: the text before them, and the secret itself. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/(\b(?:bearer|basic)\s+)[\w.~+/=|-]+/gi, `$1${REDACTED}`],
  [/(\b(?:signin|token|secret|control|key|password|passphrase)=)[^\s&"'#]+/gi, `$1${REDACTED}`],
  [
    /("?\b(?:authorization|cookie|token|secret|control|api_?key|password|passphrase|PARLEY_\w*(?:KEY|TOKEN))"?\s*[:=]\s*"?)[^\s",}]+/gi,
    `$1${REDACTED}`,
  ],
  // Parley's own keys, and everything too long and random to be a word.
  [/\b\d+\|[\w-]{20,}/g, REDACTED],
  [/\b(?:sk|pk|whsec|xox[abp])[-_][\w-]{8,}/g, REDACTED],
  [/(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{32,}(?![\w/.-])/g, REDACTED],
  // The people in a log are private too.
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[address]'],
  [/(?<![\w.])\+\d{7,15}\b/g, '[number]'],
]

/** Redacts private parts of a text: secrets, addresses, numbers, and the machine's user. */
export function redacted(text: string): string {
  const withoutSecrets = SECRETS.reduce((rest, [pattern, put]) => rest.replace(pattern, put), text)
  const { username } = userInfo()
  const withoutHome = withoutSecrets.replaceAll(homedir(), '~')
  // Replacing a name that is also a common word would garble everything.
  if (username.length < 3 || username === 'root') return withoutHome
  return withoutHome
    .replaceAll(`/${username}/`, '/[user]/')
    .replaceAll(`\\${username}\\`, '\\[user]\\')
}
