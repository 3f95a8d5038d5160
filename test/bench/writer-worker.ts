import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { workerData } from 'node:worker_threads'
import type { SteadyWriting } from './steady-writer.ts'

/* The worker thread of `steady-writer.ts`. */

const { url, path, token, perSecond } = workerData as SteadyWriting
const agent = new Agent({ keepAlive: true })
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

setInterval(() => {
  const post = request(url + path, { method: 'POST', agent, headers }, (answer) => {
    if (answer.statusCode !== 201) throw new Error(`${path} answered ${answer.statusCode}`)
    answer.resume()
  })
  post.end(
    JSON.stringify({ client_id: randomUUID(), content: 'Do you deliver to the island too?' }),
  )
}, 1000 / perSecond)
