import { type ChildProcess, spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { createDeadline } from '../../deadline.ts'
import { createSlots } from '../../slots.ts'
import { SpeechError } from '../speech-error.ts'

/** A program with its arguments, run without a shell. */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
}

/** Runs a program with a text on its standard input, and returns its output. */
export type Run = (program: Program, input: string, signal: AbortSignal) => Promise<Buffer>

interface RunnerOptions extends Pick<Context, 'sleep'> {
  /** Source of the variables that are passed on; the others may hold secrets. */
  readonly environment: Readonly<NodeJS.ProcessEnv>
}

/** Maximum concurrent programs: more would take CPU time from calls. */
const MAX_CONCURRENT = 2

/** Timeout of a program, ms. */
const DEADLINE_MS = 10_000

/** Maximum output, bytes. */
const MAX_BYTES = 16 * 1024 * 1024

/** Variables that the programs need to find themselves, their data and a temporary folder. */
const INHERITED_VARIABLES =
  /^(path|home|lang|lc_\w+|tmpdir|espeak_data_path|systemroot|windir|te?mp|userprofile|appdata|localappdata|psmodulepath)$/i

/** Runs at most two programs at a time, each for at most ten seconds. */
export function createRunner({ environment, sleep }: RunnerOptions): Run {
  const env = Object.fromEntries(
    Object.entries(environment).filter(([name]) => INHERITED_VARIABLES.test(name)),
  )
  const inSlot = createSlots(MAX_CONCURRENT)

  return (program, input, signal) =>
    inSlot(async () => {
      signal.throwIfAborted()
      using deadline = createDeadline({ sleep, signal, totalMs: DEADLINE_MS })
      const { command, args } = program
      if (!(await isInstalled(command, env))) throw missing(command)
      const child = spawn(command, args, {
        env,
        stdio: ['pipe', 'pipe', 'ignore'],
        windowsHide: true,
        signal: deadline.signal,
        killSignal: 'SIGKILL',
      })
      return await outputOf(child, command, input).catch((error) => {
        throw deadline.signal.aborted ? reasonOf(deadline.signal, signal) : error
      })
    })
}

const reasonOf = (deadline: AbortSignal, caller: AbortSignal): unknown =>
  caller.aborted
    ? deadline.reason
    : new SpeechError(fault('no_answer_in_time', { seconds: DEADLINE_MS / 1000 }))

/** Spawning is slow even for a missing program: this process is forked before the name is looked up. */
async function isInstalled(command: string, env: Readonly<NodeJS.ProcessEnv>): Promise<boolean> {
  const { PATH } = env
  if (PATH === undefined || path.basename(command) !== command) return true
  const places = PATH.split(path.delimiter).map((folder) => path.join(folder, command))
  const found = await Promise.allSettled(places.map((file) => access(file, constants.X_OK)))
  return found.some(({ status }) => status === 'fulfilled')
}

const nameOf = (command: string): string => command.split(/[\\/]/).at(-1)!

const missing = (command: string, cause?: unknown): SpeechError =>
  new SpeechError(fault('system_voice_missing', { program: nameOf(command) }), { cause })

const failed = (command: string, cause?: unknown): SpeechError =>
  new SpeechError(fault('system_voice_failed', { program: nameOf(command) }), { cause })

function outputOf(child: ChildProcess, command: string, input: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    child.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ENOENT' ? missing(command, error) : failed(command, error))
    })
    child.on('close', (code) =>
      code === 0 ? resolve(Buffer.concat(chunks)) : reject(failed(command)),
    )
    child.stdout!.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= MAX_BYTES) return
      child.kill('SIGKILL')
      reject(new SpeechError(fault('speech_too_long', { megabytes: MAX_BYTES / 1024 / 1024 })))
    })
    // A program that exits without reading all its input reports that by its exit code.
    child.stdin!.on('error', () => {})
    child.stdin!.end(input)
  })
}
