import { createServer, type ServerResponse } from 'node:http'

/*
 * The floor: the limit of the bare platform. `node floor.ts BYTES_FILE` serves the same bytes as our list,
 * and the smallest possible event stream: GET /stream, POST /send.
 */

const { readFileSync } = await import('node:fs')
const body = readFileSync(process.argv[2]!)
const readers = new Set<ServerResponse>()

const server = createServer((req, res) => {
  if (req.url === '/stream') {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' })
    res.write('retry: 1000\n\n')
    readers.add(res)
    res.once('close', () => readers.delete(res))
    return
  }
  if (req.url === '/send') {
    let text = ''
    req.on('data', (chunk) => {
      text += chunk
    })
    req.on('end', () => {
      for (const reader of readers) reader.write(`data: ${text}\n\n`)
      res.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': text.length })
      res.end(text)
    })
    return
  }
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  })
  res.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  console.log(`The floor is ready: http://127.0.0.1:${port}`)
})
