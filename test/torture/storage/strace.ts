import { spawnSync } from 'node:child_process'
import type { Figure } from '../part.ts'

/** Reason why nothing can be traced here; undefined where it can. */
export function whyNoStrace(): string | undefined {
  const { error, status } = spawnSync('strace', [
    ...['-qq', '-o', '/dev/null', '--seccomp-bpf', '-f'],
    ...['-e', 'inject=getppid:error=EIO', 'true'],
  ])
  if (error) return 'strace is not on this machine'
  return status === 0 ? undefined : 'strace may not trace here'
}

/** Figure of a check that was not run: it says so, and is no pass. */
export const notRun = (name: string, why: string): Figure => ({
  name,
  value: `NOT RUN (${why})`,
  holds: true,
})
