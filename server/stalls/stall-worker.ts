import { Session } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import type { Stall, Watched } from './watch.ts'

/*
 * The thread that watches the event loop of the server: it goes on while that one stands still, and asks its debugger
 * where it is.
 */

const LOOK_EVERY_MS = 50

const { beats, longMs } = workerData as Watched

let beat = Atomics.load(beats, 0)
let beatAt = performance.now()
let lookedAt = beatAt
/** The stack of the stall that goes on, once it is known. */
let stack: string[] | undefined

setInterval(look, LOOK_EVERY_MS)

function look(): void {
  const now = performance.now()
  const wasAsleep = now - lookedAt > longMs
  lookedAt = now
  const current = Atomics.load(beats, 0)
  // A machine that was asleep, or so busy that not even this thread had its turn, says nothing about the server.
  if (wasAsleep) beatAt = now
  else if (current === beat) {
    if (now - beatAt >= longMs) stack ??= interrupt()
    return
  } else if (stack) parentPort!.postMessage({ ms: Math.round(now - beatAt), stack } satisfies Stall)
  beat = current
  beatAt = now
  stack = undefined
}

/** Has the main thread say where it is, as soon as it executes JavaScript; the list is filled then. */
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
