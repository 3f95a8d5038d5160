import { drawEnd } from './fates.ts'
import { type Line, onward, ownHeaders, type Passage } from './line.ts'

/** Forwards a stream until its premature end: cut within a frame, closed, or silent with its socket open. */
export function passStream(passage: Passage): void {
  const { line, res, note } = passage
  const { end, after } = drawEnd(line.random)
  const due = Date.now() + after
  const stream = { isStalled: false, cut: () => void res.destroy() }
  const out = onward(passage)
  line.streams.add(stream)
  res.on('close', () => {
    line.streams.delete(stream)
    out.destroy()
  })
  out.on('error', () => res.destroy())
  out.on('response', (incoming) => {
    res.writeHead(incoming.statusCode!, ownHeaders(incoming))
    incoming.on('error', () => {})
    incoming.on('close', () => stream.isStalled || res.destroy())
    incoming.on('data', (chunk: Buffer) => {
      if (stream.isStalled || line.weather === 'silent') return
      if (line.weather === 'storm' && end !== 'never' && Date.now() > due) finish(chunk)
      else writeInPieces(line, (piece) => res.write(piece), chunk)
    })
  })
  out.end()

  function finish(chunk: Buffer): void {
    note(`stream ${end}`)
    if (end === 'stalled') stream.isStalled = true
    else if (end === 'closed') res.end()
    else res.write(chunk.subarray(0, chunk.length / 2), () => res.destroy())
  }
}

/** In bad conditions bytes are split and delayed anywhere. */
function writeInPieces(line: Line, write: (piece: Buffer) => void, chunk: Buffer): void {
  const at = line.weather === 'storm' ? Math.floor(line.random() * chunk.length) : 0
  if (at > 0) write(chunk.subarray(0, at))
  write(chunk.subarray(at))
}
