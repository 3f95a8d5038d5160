// `npm run serve`: runs the server of the latest build in this process. Deliberately plain JavaScript: Node.js's
// TypeScript support would take 20 MB of memory.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Interval between checks of the parent processes, ms. */
const PARENT_CHECK_MS = 500

const build = realpathSync(path.join(import.meta.dirname, '..', 'dist'))
// The same as `markUsed` in build/folders.ts.
mkdirSync(path.join(build, '.users'), { recursive: true })
writeFileSync(path.join(build, '.users', String(process.pid)), '')

// Written when the server stops: the next start of this build compiles nothing, which saves a fifth of its time and 10
// MB.
enableCompileCache(path.join(build, '.compiled'))

if (process.env.npm_lifecycle_event || process.env.NODE_RUN_SCRIPT_NAME) stopWithParents()
await import(pathToFileURL(path.join(build, 'server', 'main.js')).href)

/**
 * The shell between npm and this process exits on SIGTERM without forwarding it; the one of `node --run` does not even
 * notice that its own parent has exited.
 */
function stopWithParents() {
  const before = parents()
  const timer = setInterval(() => {
    if (parents() === before) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS)
  timer.unref()
}

/** The parent process; if that is a shell, with its parent, the runner, where the system can tell. */
function parents() {
  try {
    // Id, name, state, parent; a name may contain anything.
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(
      readFileSync(`/proc/${process.ppid}/stat`, 'utf8'),
    )
    return name.endsWith('sh') ? `${process.ppid} ${parent}` : `${process.ppid}`
  } catch {
    return `${process.ppid}`
  }
}
