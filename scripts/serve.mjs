// `npm run serve`: the server of the newest build, in this process.
// Plain JavaScript on purpose: what Node.js needs to read TypeScript would stay in memory, 20 MB.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** How often the parent process is looked for, ms. */
const PARENT_CHECK_MS = 500

const build = realpathSync(path.join(import.meta.dirname, '..', 'dist'))
// As `markUsed` in build/folders.ts does.
mkdirSync(path.join(build, '.users'), { recursive: true })
writeFileSync(path.join(build, '.users', String(process.pid)), '')

// Written when the server stops: the next start of this build compiles nothing, which is a fifth of its work and 10 MB.
enableCompileCache(path.join(build, '.compiled'))

if (process.env.npm_lifecycle_event) stopWithParent()
await import(pathToFileURL(path.join(build, 'server', 'main.js')).href)

/** The shell between npm and this process ends on SIGTERM without passing it on. */
function stopWithParent() {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS)
  timer.unref()
}
