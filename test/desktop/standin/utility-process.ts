import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { assertReady, strictClass, strictModule } from './surface/strict.ts'
import { utilities } from './world.ts'

interface Options {
  readonly env?: NodeJS.ProcessEnv
  readonly serviceName?: string
  readonly stdio?: 'pipe' | 'ignore' | 'inherit'
}

/** Delay of the child's output, ms; anything unread when the process ends is lost. */
const ON_ITS_WAY_MS = 50

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess
  #stdout: PassThrough | null = null
  #stderr: PassThrough | null = null
  #isGone = false

  constructor(file: string, args: string[], { env, serviceName, stdio = 'inherit' }: Options) {
    super()
    const parentPort = new URL('./parent-port.ts', import.meta.url).href
    const child = fork(file, args, {
      env: env ?? process.env,
      // As in Electron's utility processes, an unhandled rejection is only a warning.
      execArgv: ['--unhandled-rejections=warn-with-error-code', '--import', parentPort],
      stdio: ['ignore', stdio, stdio, 'ipc'],
    })
    this.#child = child
    if (stdio === 'pipe') {
      this.#stdout = this.#late(child.stdout)
      this.#stderr = this.#late(child.stderr)
    }
    if (child.pid) utilities.set(child.pid, serviceName ?? 'Node Utility Process')
    child.once('spawn', () => this.emit('spawn'))
    child.on('message', (message) => this.emit('message', message))
    child.on('exit', (code) => {
      this.#isGone = true
      if (child.pid) utilities.delete(child.pid)
      this.emit('exit', code ?? 9)
      // Electron does the same: unread output is lost.
      this.#stdout?.removeAllListeners()
      this.#stderr?.removeAllListeners()
      this.#stdout = null
      this.#stderr = null
    })
  }

  #late(source: Readable | null): PassThrough {
    const stream = new PassThrough()
    source?.on('data', (chunk) => {
      setTimeout(() => {
        if (!this.#isGone) stream.write(chunk)
      }, ON_ITS_WAY_MS)
    })
    return stream
  }

  get pid(): number | undefined {
    return this.#isGone ? undefined : this.#child.pid
  }

  get stdout() {
    return this.#stdout
  }

  get stderr() {
    return this.#stderr
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object)
  }

  kill(): boolean {
    return !this.#isGone && this.#child.kill()
  }
}

strictClass('UtilityProcess', UtilityProcess, ['pid', 'stdout', 'stderr'])

export const utilityProcess = strictModule('utilityProcess', {
  fork(file: string, args: string[] = [], options: Options = {}) {
    assertReady('a utility process')
    return new UtilityProcess(file, args, options)
  },
})
