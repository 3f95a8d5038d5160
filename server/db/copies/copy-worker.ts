import { parentPort, workerData } from 'node:worker_threads'
import { runTask, type Task } from './work.ts'

/* Worker thread that copies and checks databases: reading every page of a large one would block requests for too long. */

parentPort?.postMessage(await runTask(workerData as Task))
