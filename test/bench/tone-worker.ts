import { parentPort } from 'node:worker_threads'
import { startToneService } from '../support/tone-service.ts'

/* The worker thread of `startTones`. */

const { address, baseUrl } = await startToneService(() => false)
parentPort!.postMessage({ address, baseUrl })
