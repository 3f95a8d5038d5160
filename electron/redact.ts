import { homedir, userInfo } from 'node:os'

/** Replacement of a redacted secret. */
const GONE = '[redacted]'

/** Patterns of secrets in a log line: the text before them, and the secret itself. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/(\b(?:bearer|basic)\s+)[\w.~+/=|-]+/gi, `$1${GONE}`],
  [/(\b(?:signin|token|secret|control|key|password|passphrase)=)[^\s&"'#]+/gi, `$1${GONE}`],
  [
    /("?\b(?:authorization|cookie|token|secret|control|api_?key|password|passphrase|PARLEY_\w*(?:KEY|TOKEN))"?\s*[:=]\s*"?)[^\s",}]+/gi,
    `$1${GONE}`,
  ],
  // Keys of Parley itself, and everything that is too long and too random to be a word.
  [/\b\d+\|[\w-]{20,}/g, GONE],
  [/\b(?:sk|pk|whsec|xox[abp])[-_][\w-]{8,}/g, GONE],
  [/(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{32,}(?![\w/.-])/g, GONE],
  // Whom a log is about is nobody's business either.
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[address]'],
  [/(?<![\w.])\+\d{7,15}\b/g, '[number]'],
]

/** A text without what nobody else should read: secrets, addresses, numbers, and whose machine it is. */
export function redacted(text: string): string {
  const bare = SECRETS.reduce((rest, [pattern, put]) => rest.replace(pattern, put), text)
  const { username } = userInfo()
  const homeless = bare.replaceAll(homedir(), '~')
  // A name that is also a common word would take holes into everything.
  if (username.length < 3 || username === 'root') return homeless
  return homeless
    .replaceAll(`/${username}/`, '/[user]/')
    .replaceAll(`\\${username}\\`, '\\[user]\\')
}
