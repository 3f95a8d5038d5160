import { randomBytes } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/*
 * `dist` links to the latest complete build, which has its own folder next to it (`dist-1a2b3c4d`). A server resolves
 * the link once, at its start, and so keeps its build while newer ones are made.
 */

const BUILD = /^dist-[\da-f]{8}$/

/** In a build: the fingerprint of its inputs. */
const INPUTS = '.inputs'

/** In a build: a file for each process that makes or runs it, named after its pid. */
const USERS = '.users'

/** Folder for the next build of the repository at `root`; not created yet. */
export function newBuildFolder(root: string): string {
  return path.join(root, `dist-${randomBytes(4).toString('hex')}`)
}

/** Marks a build as used by this process, which keeps it from being removed. */
export function markUsed(build: string): void {
  const users = path.join(build, USERS)
  mkdirSync(users, { recursive: true })
  writeFileSync(path.join(users, String(process.pid)), '')
}

/** The folder of the newest build, marked as used by this process. */
export function useBuild(root: string): string {
  const build = realpathSync(path.join(root, 'dist'))
  markUsed(build)
  return build
}

/** Fingerprint of the latest build's inputs; undefined without a build. */
export function builtFrom(root: string): string | undefined {
  const file = path.join(root, 'dist', INPUTS)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Publishes a complete build as the latest, atomically, and removes unused ones except its predecessor. */
export function publishBuild(build: string, fingerprint: string): void {
  writeFileSync(path.join(build, INPUTS), fingerprint)
  const root = path.dirname(build)
  const dist = path.join(root, 'dist')
  const before = existsSync(dist) ? realpathSync(dist) : undefined
  const link = `${dist}.${path.basename(build)}`
  symlinkSync(process.platform === 'win32' ? build : path.basename(build), link, 'junction')
  removeExisting(dist)
  renameSync(link, dist)
  for (const name of readdirSync(root).filter((entry) => BUILD.test(entry))) {
    const folder = path.join(root, name)
    if (folder !== build && folder !== before && !isUsed(folder)) remove(folder)
  }
}

/** Renaming replaces a link, except on Windows; a folder has to be removed first. */
function removeExisting(dist: string): void {
  const stats = lstatSync(dist, { throwIfNoEntry: false })
  if (stats && (process.platform === 'win32' || !stats.isSymbolicLink()))
    rmSync(dist, { recursive: true })
}

function isUsed(build: string): boolean {
  const users = path.join(build, USERS)
  return existsSync(users) && readdirSync(users).some((id) => isAlive(Number(id)))
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes a build; Windows keeps open files, so the next build tries again. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {}
}
