import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { utilities } from './world.ts'

interface Options {
  readonly env: NodeJS.ProcessEnv
  readonly serviceName: string
  readonly stdio: 'pipe'
}

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess

  constructor(file: string, args: string[], { env, serviceName, stdio }: Options) {
    super()
    const parentPort = new URL('./parent-port.ts', import.meta.url).href
    const child = fork(file, args, {
      env,
      execArgv: ['--import', parentPort],
      stdio: ['ignore', stdio, stdio, 'ipc'],
    })
    this.#child = child
    if (child.pid) utilities.set(child.pid, serviceName)
    child.on('message', (message) => this.emit('message', message))
    child.on('exit', (code) => {
      if (child.pid) utilities.delete(child.pid)
      this.emit('exit', code ?? 9)
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get stdout() {
    return this.#child.stdout
  }

  get stderr() {
    return this.#child.stderr
  }

  postMessage(message: object): void {
    if (this.#child.connected) this.#child.send(message)
  }
}

export const utilityProcess = {
  fork: (file: string, args: string[], options: Options) => new UtilityProcess(file, args, options),
}
