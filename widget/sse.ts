/** One server-sent event; `id` only when the event itself carries one. */
export interface ServerSentEvent {
  readonly id: string | undefined
  readonly type: string
  readonly data: string
}

/** Reads server-sent events from text that arrives in pieces, cut anywhere. */
export function createSseParser(onEvent: (event: ServerSentEvent) => void): (piece: string) => void {
  let rest = ''
  let id: string | undefined
  let type = ''
  let data: string[] = []

  function dispatch(): void {
    if (data.length > 0) onEvent({ id, type: type || 'message', data: data.join('\n') })
    id = undefined
    type = ''
    data = []
  }

  function read(line: string): void {
    if (line === '') return dispatch()
    const [, field, value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line)!
    if (field === 'data') data.push(value)
    else if (field === 'event') type = value
    else if (field === 'id' && !value.includes('\0')) id = value
  }

  return (piece) => {
    rest += piece
    // A CR at the end may be half of a CRLF: it waits for what comes next.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    for (const line of lines) read(line)
  }
}
