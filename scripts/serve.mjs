// `npm run serve`: the server of the newest build, in this process.
// Plain JavaScript on purpose: what Node.js needs to read TypeScript would stay in memory, 20 MB.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** How often the parent processes are looked for, ms. */
const PARENT_CHECK_MS = 500

const build = realpathSync(path.join(import.meta.dirname, '..', 'dist'))
// As `markUsed` in build/folders.ts does.
mkdirSync(path.join(build, '.users'), { recursive: true })
writeFileSync(path.join(build, '.users', String(process.pid)), '')

// Written when the server stops: the next start of this build compiles nothing, which is a fifth of its work and 10 MB.
enableCompileCache(path.join(build, '.compiled'))

if (process.env.npm_lifecycle_event || process.env.NODE_RUN_SCRIPT_NAME) stopWithParents()
await import(pathToFileURL(path.join(build, 'server', 'main.js')).href)

/**
 * The shell between npm and this process ends on SIGTERM without passing it on; that of `node --run` does not even hear of the
 * end of its own parent.
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

/** The parent process, and where that is a shell its parent too: which is the runner, if the system tells. */
function parents() {
  try {
    // Id, name, state, parent; a name may hold anything.
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(
      readFileSync(`/proc/${process.ppid}/stat`, 'utf8'),
    )
    return name.endsWith('sh') ? `${process.ppid} ${parent}` : `${process.ppid}`
  } catch {
    return `${process.ppid}`
  }
}
