// Storage and permissions of pages, by partition: each has a context of the real Chromium.
import { contextOf } from './world.ts'

type Failure = (details: { resourceType: string; error: string }) => void
type Check = (contents: null, permission: string, origin: string, details: object) => boolean

/** One of Electron's sessions. */
export class Session {
  readonly partition: string
  #check: Check = () => true

  constructor(partition: string) {
    this.partition = partition
  }

  readonly webRequest = {
    onErrorOccurred: (listener: Failure): void => {
      void contextOf(this.partition).then((context) =>
        context.on('requestfailed', (request) =>
          listener({
            resourceType: request.resourceType(),
            error: request.failure()?.errorText ?? '',
          }),
        ),
      )
    },
  }

  /** Asks the permission check that the app has set on this session. */
  may(permission: string, page: string): boolean {
    return this.#check(null, permission, page, {})
  }

  isSpellCheckerEnabled(): boolean {
    return true
  }

  setSpellCheckerEnabled(): void {
    // Chromium's pages are not spelled here.
  }

  setPermissionRequestHandler(): void {
    // Chromium's pages ask no person here; what the check allows is granted beforehand.
  }

  setPermissionCheckHandler(check: Check): void {
    this.#check = check
  }

  setDevicePermissionHandler(): void {
    // No devices here.
  }

  /** Chromium's own stack with the cookies of the partition, or without any. */
  async fetch(url: string, init: RequestInit): Promise<Response> {
    if (init.credentials === 'omit') return fetch(url, init)
    const { request } = await contextOf(this.partition)
    const answer = await request.fetch(url, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body && { data: String(init.body) }),
      maxRedirects: 0,
      timeout: 8000,
    })
    if (answer.status() >= 300 && answer.status() < 400) throw new TypeError('redirected')
    return new Response(new Uint8Array(await answer.body()), { status: answer.status() })
  }

  async clearCache(): Promise<void> {
    // Each start has a Chromium of its own.
  }

  async clearStorageData(): Promise<void> {
    await (await contextOf(this.partition)).clearCookies()
  }
}

const sessions = new Map<string, Session>()

function fromPartition(partition: string): Session {
  const known = sessions.get(partition) ?? new Session(partition)
  sessions.set(partition, known)
  return known
}

export const session = { defaultSession: fromPartition(''), fromPartition }
