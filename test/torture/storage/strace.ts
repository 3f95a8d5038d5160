import { spawnSync } from 'node:child_process'
import type { Figure } from '../part.ts'

/** Reason why tracing is unavailable here; undefined when it is available. */
export function whyNoStrace(): string | undefined {
  const { error, status } = spawnSync('strace', [
    ...['-qq', '-o', '/dev/null', '--seccomp-bpf', '-f'],
    ...['-e', 'inject=getppid:error=EIO', 'true'],
  ])
  if (error) return 'strace is not on this machine'
  return status === 0 ? undefined : 'strace may not trace here'
}

/** Figure of a check that was not run: it is reported as such, not as a pass. */
export const notRun = (name: string, why: string): Figure => ({
  name,
  value: `NOT RUN (${why})`,
  holds: true,
})
