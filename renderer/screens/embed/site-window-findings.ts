import type { SiteFinding, SiteFindingCode } from '#contracts/site-checks.ts'
import type { SiteSeen } from '../../../electron/desktop-api.ts'
import { t } from '../../locales/translate.ts'

/** The findings of the window. */
type WindowFinding =
  | 'blocked'
  | 'failed'
  | 'absent'
  | 'missing'
  | 'twice'
  | 'worker'
  | 'covered'
  | 'script'

/** Severity of each finding, and the code of the server's finding that the screen treats alike; the gravest first. */
const KINDS = {
  blocked: ['problem', 'csp_blocks_chat'],
  failed: ['problem', 'tag_not_run'],
  absent: ['problem', 'tag_not_run'],
  missing: ['problem', 'tag_missing'],
  twice: ['warning', 'tag_twice'],
  worker: ['warning', 'service_worker'],
  covered: ['proposal', 'floating_button'],
  script: ['note', 'tag_manager'],
} as const satisfies Record<WindowFinding, readonly [SiteFinding['severity'], SiteFindingCode]>

/** Puts into words what was seen of a page in its window, the gravest first. */
export function windowFindings(seen: SiteSeen, origin: string): SiteFinding[] {
  const { violations, failures, workers, obstacles, hasLauncher, isAdded, tags } = seen
  const [blocked] = violations
  const [failed] = failures
  const [worker] = workers
  const others = tags - (isAdded ? 1 : 0)
  return [
    ...(blocked ? [say('blocked', lines(violations.map(policyLine)))] : []),
    ...(failed ? [say('failed', lines(failures.map(({ url, error }) => `${error} ${url}`)))] : []),
    ...(hasLauncher || blocked || failed ? [] : [say(tags > 0 ? 'absent' : 'missing', null)]),
    ...(others > 1 ? [say('twice', `${others} × data-assistant`)] : []),
    ...(worker !== undefined ? [say('worker', worker, passing(origin))] : []),
    ...(obstacles.length > 0 ? [say('covered', lines(obstacles))] : []),
    ...(isAdded && others === 1 ? [say('script', null)] : []),
  ]
}

function say(what: WindowFinding, seen: string | null, paste: string | null = null): SiteFinding {
  const [severity, code] = KINDS[what]
  const [title, advice] = [t(`siteWindow.${what}`), t(`siteWindow.${what}.advice`)]
  return { code, severity, title, advice, seen, paste }
}

const lines = (texts: readonly string[]): string => [...new Set(texts)].join('\n')

const policyLine = ({ directive, blocked }: SiteSeen['violations'][number]): string =>
  `${directive}: ${blocked}`

/** Line for a service worker that leaves the chat's requests alone, as the server proposes it. */
const passing = (origin: string): string =>
  `if (new URL(event.request.url).origin === '${origin}') return`
