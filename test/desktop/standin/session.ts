// Storage and permissions of pages, by partition: each has its own context in the real Chromium.
import { EventEmitter } from 'node:events'
import type { BrowserContext } from 'playwright'
import { harness, strictClass, strictModule } from './surface/strict.ts'
import {
  contextOf,
  dropContext,
  onContext,
  productName,
  proxies,
  seen,
  userAgents,
  version,
} from './world.ts'

type Failure = (details: { resourceType: string; error: string; url: string }) => void
type Before = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void
type Check = (contents: null, permission: string, origin: string, details: object) => boolean
type Ask = (
  contents: null,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void

/** One of Electron's sessions. */
export class Session extends EventEmitter {
  readonly partition: string
  readonly webRequest: WebRequest
  readonly cookies: Cookies
  #isSpelled = true
  #languages = ['en-US']
  #check: Check | undefined
  #ask: Ask | undefined

  constructor(partition: string) {
    super()
    this.partition = partition
    this.webRequest = new WebRequest(partition)
    this.cookies = new Cookies(partition)
  }

  /** Consults both of the app's permission handlers; without handlers everything is allowed. */
  async grants(permission: string, page: string, media: string | undefined): Promise<boolean> {
    const isMedia = media !== undefined
    if (this.#check?.(null, permission, page, isMedia ? { mediaType: media } : {}) === false)
      return false
    const ask = this.#ask
    if (!ask) return true
    const details = { requestingUrl: page, isMainFrame: true }
    const granted = Promise.withResolvers<boolean>()
    ask(null, permission, granted.resolve, isMedia ? { ...details, mediaTypes: [media] } : details)
    return granted.promise
  }

  isSpellCheckerEnabled(): boolean {
    return this.#isSpelled
  }

  setSpellCheckerEnabled(isOn: boolean): void {
    this.#isSpelled = isOn
  }

  getSpellCheckerLanguages(): string[] {
    return this.#languages
  }

  setSpellCheckerLanguages(languages: string[]): void {
    this.#languages = languages
  }

  setSpellCheckerDictionaryDownloadURL(url: string): void {
    seen.dictionaries.push(url)
  }

  setPermissionRequestHandler(ask: Ask | null): void {
    this.#ask = ask ?? undefined
  }

  setPermissionCheckHandler(check: Check | null): void {
    this.#check = check ?? undefined
  }

  setDevicePermissionHandler(_handler: Function | null): void {
    // There are no devices here.
  }

  /** Chromium's own network stack, with or without the partition's cookies and with Chromium's error names. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { request } = await contextOf(
      init.credentials === 'omit' ? 'without-cookies' : this.partition,
    )
    const answer = await request
      .fetch(url, {
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(init.body && { data: String(init.body) }),
        maxRedirects: 0,
        timeout: 8000,
      })
      .catch((error) => {
        throw new Error(netErrorOf(String(error)))
      })
    if (answer.status() >= 300 && answer.status() < 400)
      throw new Error(`Attempted to redirect, but redirect policy was '${init.redirect}'`)
    init.signal?.throwIfAborted()
    const isEmpty = [204, 205, 304].includes(answer.status())
    const body = isEmpty ? null : new Uint8Array(await answer.body())
    return new Response(body, { status: answer.status() })
  }

  async clearCache(): Promise<void> {
    // The cache of a context is discarded with it.
  }

  /** Everything in memory is in the context, which the next page replaces. */
  async clearData(_options?: object): Promise<void> {
    await dropContext(this.partition)
  }

  async setProxy({ proxyRules }: { proxyRules?: string }): Promise<void> {
    if (proxyRules === undefined) throw new Error('The stand-in knows fixed proxies only')
    proxies.set(this.partition, { server: proxyRules })
  }

  async closeAllConnections(): Promise<void> {
    // They end with the context.
  }

  async clearAuthCache(): Promise<void> {
    // It is in the context, too.
  }

  getUserAgent(): string {
    const own = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${productName}/${version} Chrome/153.0.0.0 Electron/45.0.0 Safari/537.36`
    return userAgents.get(this.partition) ?? own
  }

  setUserAgent(userAgent: string): void {
    userAgents.set(this.partition, userAgent)
  }

  async clearStorageData(): Promise<void> {
    await (await contextOf(this.partition)).clearCookies()
  }
}

strictClass('Session', Session, ['partition', 'webRequest', 'cookies', 'grants'])

/** Chromium's error name for a failure that Playwright reports in Node's terms. */
function netErrorOf(words: string): string {
  if (words.includes('ECONNREFUSED')) return 'net::ERR_CONNECTION_REFUSED'
  if (words.includes('ENOTFOUND')) return 'net::ERR_NAME_NOT_RESOLVED'
  if (/CERT|self.signed|UNABLE_TO_VERIFY/i.test(words)) return 'net::ERR_CERT_AUTHORITY_INVALID'
  if (words.includes('Timeout')) return 'net::ERR_TIMED_OUT'
  return words.includes('Parse Error') ? 'net::ERR_INVALID_HTTP_RESPONSE' : 'net::ERR_FAILED'
}

/** Request listeners: one per kind, replaced by a newer one. */
class WebRequest {
  readonly #partition: string
  #failed: Failure | undefined
  #before: Before | undefined
  readonly #watched = new Set<string>()

  constructor(partition: string) {
    this.#partition = partition
  }

  onErrorOccurred(listener: Failure | null): void {
    this.#failed = listener ?? undefined
    this.#watch('failed', (context) =>
      context.on('requestfailed', (request) =>
        this.#failed?.({
          url: request.url(),
          resourceType: request.resourceType(),
          error: request.failure()?.errorText ?? '',
        }),
      ),
    )
  }

  onBeforeRequest(listener: Before | null): void {
    this.#before = listener ?? undefined
    this.#watch('before', (context) =>
      context.route('**/*', (route) => {
        const url = route.request().url()
        const answer = ({ cancel }: { cancel?: boolean }) =>
          void (cancel ? route.abort('blockedbyclient') : route.fallback())
        if (this.#before) this.#before({ url }, answer)
        else answer({})
      }),
    )
  }

  /** Adds Playwright's listener to every context of the partition, once. */
  #watch(what: string, listen: (context: BrowserContext) => unknown): void {
    if (this.#watched.has(what)) return
    this.#watched.add(what)
    onContext(this.#partition, listen)
  }
}

strictClass('WebRequest', WebRequest)

class Cookies extends EventEmitter {
  readonly #partition: string

  constructor(partition: string) {
    super()
    this.#partition = partition
  }

  async get({ url }: { url: string }): Promise<object[]> {
    return (await contextOf(this.#partition)).cookies(url)
  }

  async flushStore(): Promise<void> {
    // Cookies are saved when the app ends.
  }
}

strictClass('Cookies', Cookies)

const sessions = new Map<string, Session>()

function fromPartition(partition: string, _options?: object): Session {
  const known = sessions.get(partition) ?? new Session(partition)
  sessions.set(partition, known)
  return known
}

export const session = strictModule('session', {
  fromPartition,
  get defaultSession() {
    if (!harness.isReady) throw new Error('Session can only be received when app is ready')
    return fromPartition('')
  },
})
