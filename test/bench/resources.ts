import { readFileSync } from 'node:fs'
import type { Served } from './process.ts'

/** Resource usage of a server over an interval. Shares are of one core, or of the elapsed time: 1 is all of it. */
export interface Spent {
  /** Processor time of the whole process. */
  readonly cpu: number
  /** Time in which the main thread, whose event loop serves everyone, was busy. */
  readonly loop: number
  /** Time in which the main thread waited for the disk. */
  readonly disk: number
  /** Time in which it was runnable, but others had the processor. */
  readonly starved: number
  /** Resident memory at the end, MB. */
  readonly megabytes: number
}

/** Sampling interval of the main thread's state, ms. */
const LOOK_MS = 10

/** Watches one of our servers on Linux until the returned function is called. */
export function watchResources({ child }: Served): () => Spent {
  const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8')
  const begun = performance.now()
  const before = { cpu: cpuMs(read('stat')), ...scheduled(read(`task/${child.pid}/schedstat`)) }
  let looks = 0
  let onDisk = 0
  const timer = setInterval(() => {
    looks += 1
    if (/\) D /.test(read(`task/${child.pid}/stat`))) onDisk += 1
  }, LOOK_MS)
  return () => {
    clearInterval(timer)
    const ms = performance.now() - begun
    const after = scheduled(read(`task/${child.pid}/schedstat`))
    return {
      cpu: (cpuMs(read('stat')) - before.cpu) / ms,
      loop: (after.ran - before.ran) / ms,
      starved: (after.waited - before.waited) / ms,
      disk: onDisk / Math.max(1, looks),
      megabytes: Number(/^VmRSS:\s+(\d+)/m.exec(read('status'))![1]) / 1024,
    }
  }
}

/** Processor time in `stat`, ms; the kernel counts it in hundredths of a second. */
export function cpuMs(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')')).split(' ')
  return (Number(fields[12]) + Number(fields[13])) * 10
}

/** Time that a thread ran, and time that it waited for a processor, ms. */
function scheduled(schedstat: string) {
  const [ran, waited] = schedstat.split(' ').map(Number)
  return { ran: ran! / 1e6, waited: waited! / 1e6 }
}

/** Memory at which a server counts as full, MB: the default heap limit, plus a margin. */
const MEMORY_MB = 2048

/** The resource exhausted at a load, in a word. */
export function saturated({ loop, cpu, disk, starved, megabytes }: Spent): string {
  if (megabytes > MEMORY_MB) return 'memory'
  if (disk > loop) return 'disk commits'
  if (loop + starved > 0.8)
    return starved > loop ? 'event loop, kept from the CPU by others' : 'event loop (CPU)'
  if (cpu > 1.5) return 'CPU'
  return 'latency'
}
