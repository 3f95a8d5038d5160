/** One server-sent event; `id` is set only if the event itself has one. */
export interface ServerSentEvent {
  readonly id: string | undefined
  readonly type: string
  readonly data: string
}

/** Parses server-sent events from text that arrives in arbitrary chunks. */
export function createSseParser(onEvent: (event: ServerSentEvent) => void) {
  let rest = ''
  let endedWithCr = false
  let id: string | undefined
  let type = ''
  let data: string[] = []

  function dispatch(): void {
    const event = { id, type: type || 'message', data: data.join('\n') }
    const isEmpty = data.length === 0
    id = undefined
    type = ''
    data = []
    if (!isEmpty) onEvent(event)
  }

  function read(line: string): void {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!
    if (line === '') dispatch()
    else if (field === 'data') data.push(value)
    else if (field === 'event') type = value
    else if (field === 'id' && !value.includes('\0')) id = value
  }

  return (piece: string): void => {
    if (piece === '') return
    // The second half of a CRLF split across chunks is not another line.
    const lines = (rest + (endedWithCr ? piece.replace(/^\n/, '') : piece)).split(/\r\n?|\n/)
    endedWithCr = piece.endsWith('\r')
    rest = lines.pop()!
    for (const line of lines) read(line)
  }
}
