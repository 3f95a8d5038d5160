import { parentPort, workerData } from 'node:worker_threads'
import { type Task, workOn } from './work.ts'

/*
 * Copies and checks databases in a thread of its own: reading every page of a large one takes longer than anybody who is
 * being served should wait.
 */

parentPort?.postMessage(await workOn(workerData as Task))
