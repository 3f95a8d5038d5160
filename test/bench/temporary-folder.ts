import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A temporary folder that is removed when this process exits, however it ends short of being killed. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // Ctrl-C ends a process without that event.
  process.once('SIGINT', () => process.exit(130))
  return folder
}
