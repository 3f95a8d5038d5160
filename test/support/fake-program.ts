import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** One run of a fake program. */
export interface FakeRun {
  readonly args: readonly string[]
  readonly input: string
  readonly environment: string
  readonly pid: number
}

/**
 * A folder for programs on the PATH, removed after the test. A program records how it was run, and then runs
 * its shell script in that folder, with its arguments and with `$input`, the file containing its standard
 * input. The PATH contains nothing else, so a script refers to other programs by full path.
 */
export async function fakePrograms() {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-fake-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const at = (name: string) => path.join(folder, name)
  const note = (pid: string, kind: string) => readFile(at(`${pid}.${kind}`), 'utf8')
  return {
    folder,
    /** Puts a file beside the programs. */
    put: (name: string, content: string | Uint8Array) => writeFile(at(name), content),
    async add(name: string, script: string): Promise<void> {
      await mkdir(path.dirname(at(name)), { recursive: true })
      await writeFile(at(name), `#!/bin/sh\ncd '${folder}'\n${NOTES}\n${script}\n`)
      await chmod(at(name), 0o700)
    },
    /** All runs so far, in order. */
    async runs(): Promise<FakeRun[]> {
      const pids = (await readFile(at('pids'), 'utf8').catch(() => '')).split('\n').slice(0, -1)
      return await Promise.all(
        pids.map(async (pid) => ({
          pid: Number(pid),
          args: (await note(pid, 'args')).split('\0').slice(0, -1),
          input: await note(pid, 'input'),
          environment: await note(pid, 'environment'),
        })),
      )
    },
  }
}

const NOTES = `
input="$$.input"
printf '%s\\0' "$@" > "$$.args"
/bin/cat > "$input"
/usr/bin/env > "$$.environment"
echo "$$" >> pids`
