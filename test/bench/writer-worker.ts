import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { workerData } from 'node:worker_threads'
import type { SteadyWriting } from './steady-writer.ts'

/* The worker thread of `steady-writer.ts`. */

const { url, path, token, perSecond } = workerData as SteadyWriting
const agent = new Agent({ keepAlive: true })
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

setInterval(() => {
  send(JSON.stringify({ client_id: randomUUID(), content: 'Do you deliver to the island too?' }))
}, 1000 / perSecond)

function send(body: string): void {
  const post = request(url + path, { method: 'POST', agent, headers }, (answer) => {
    if (answer.statusCode !== 201) throw new Error(`${path} answered ${answer.statusCode}`)
    answer.resume()
  })
  post.on('error', (error) => {
    // The server may close an idle connection at the moment it is used again; a repeated client_id changes nothing.
    if (!post.reusedSocket) throw error
    send(body)
  })
  post.end(body)
}
