import { Session } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import type { Stall, Watched } from './watch.ts'

/*
 * Thread that watches the server's event loop: it keeps running while that one is blocked, and queries its debugger for
 * the stack.
 */

const CHECK_INTERVAL_MS = 50

const { beats, longMs } = workerData as Watched

let beat = Atomics.load(beats, 0)
let beatAt = performance.now()
let checkedAt = beatAt
/** Stack of the current stall, once known. */
let stack: string[] | undefined

setInterval(check, CHECK_INTERVAL_MS)

function check(): void {
  const now = performance.now()
  const wasAsleep = now - checkedAt > longMs
  checkedAt = now
  const current = Atomics.load(beats, 0)
  // If the machine slept, or was so busy that not even this thread ran, the gap says nothing about the server.
  if (wasAsleep) beatAt = now
  else if (current === beat) {
    if (now - beatAt >= longMs) stack ??= interrupt()
    return
  } else if (stack) parentPort!.postMessage({ ms: Math.round(now - beatAt), stack } satisfies Stall)
  beat = current
  beatAt = now
  stack = undefined
}

/** Interrupts the main thread for its stack; the returned list is filled once it executes JavaScript. */
function interrupt(): string[] {
  const frames: string[] = []
  const session = new Session()
  session.connectToMainThread()
  session.on('Debugger.paused', ({ params }) => {
    for (const { functionName, url, location } of params.callFrames)
      frames.push(`${functionName || '(anonymous)'} (${url}:${location.lineNumber + 1})`)
    session.disconnect()
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
  return frames
}
