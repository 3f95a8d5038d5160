import { parentPort, workerData } from 'node:worker_threads'
import { parseEmail } from './parse.ts'

/*
 * Reads one email in its own thread, so that one crafted to hang or exhaust memory harms nothing else: the parent thread
 * terminates it (`read.ts`).
 */
parentPort?.postMessage(await parseEmail(workerData as Uint8Array))
