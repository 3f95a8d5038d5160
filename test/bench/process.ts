import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Served {
  readonly url: string
  readonly child: ChildProcess
  stop(): Promise<void>
}

/**
 * Starts one of our servers or the floor; the first output line of both ends with their address. A probed one
 * accepts messages.
 */
export async function serve(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  { probed = false } = {},
): Promise<Served> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', ...(probed ? (['ipc'] as const) : [])],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for await (const line of createInterface(child.stdout!)) {
    const url = /\bhttp:\S+$/.exec(line)![0]
    return {
      url,
      child,
      stop() {
        child.kill('SIGTERM')
        return exited
      },
    }
  }
  throw new Error(`${args.join(' ')} left before it was ready`)
}

/** The median. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The percentile for a share from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

/** A figure from several rounds: median and spread. */
export function figure(values: readonly number[], digits = 2): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`
}
