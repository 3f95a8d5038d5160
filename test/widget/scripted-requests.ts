interface Request {
  upload: { onprogress?: (event: { readonly loaded: number; readonly total: number }) => void }
  status: number
  response: unknown
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
}

/**
 * A constructor of `XMLHttpRequest` on top of the scripted `fetch`.
 * @param held resolves when requests, of which 42 % have left, may arrive
 */
export function requestsOver(held: () => Promise<unknown>) {
  return function ScriptedRequest() {
    let [method, url] = ['GET', '']
    const headers: Record<string, string> = {}
    let isAborted = false
    const request: Request = { upload: {}, status: 0, response: null }
    return Object.assign(request, {
      open(...opened: [method: string, url: string]) {
        ;[method, url] = opened
      },
      setRequestHeader(name: string, value: string) {
        headers[name] = value
      },
      getResponseHeader: () => null,
      abort() {
        isAborted = true
        request.onabort?.()
      },
      async send(body: FormData) {
        request.upload.onprogress?.({ loaded: 42, total: 100 })
        await held()
        if (isAborted) return
        try {
          const response = await fetch(url, { method, headers, body })
          Object.assign(request, { status: response.status, response: await response.json() })
          request.onload?.()
        } catch {
          request.onerror?.()
        }
      },
    })
  }
}
