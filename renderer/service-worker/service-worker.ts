import { offlinePage } from './offline.ts'

/*
 * The service worker of the installed desk. It keeps files whose names contain a hash of their content, and nothing else: pages
 * and answers of the API always come from the server, so a new version is there with the next page.
 */

declare const self: ServiceWorkerGlobalScope

const CACHE = 'parley-files-1'

/** Kept files; the oldest are dropped. */
const MAX_FILES = 300

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(pageOf(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(fileOf(request))
})

/** Drops the files of other versions of this worker, and serves the pages that are open. */
async function takeOver(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    return offlinePage(self.navigator.language)
  }
}

async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') {
    await cache.put(request, response.clone())
    const files = await cache.keys()
    await Promise.all(files.slice(0, -MAX_FILES).map((file) => cache.delete(file)))
  }
  return response
}

/** A notification as the server pushes it. */
interface Pushed {
  readonly title: string
  readonly body: string
  readonly tag: string
  /** Path in the desk. */
  readonly url: string
}

self.addEventListener('push', (event) => {
  const pushed = event.data?.json() as Pushed | undefined
  if (!pushed) return
  const { title, body, tag, url } = pushed
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/icons/192.png', data: { url } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = event.notification.data as Pick<Pushed, 'url'>
  event.waitUntil(open(new URL(url, self.location.origin).href))
})

/** Shows a page of the desk, in a window that is open if there is one. */
async function open(url: string): Promise<void> {
  const [known] = await self.clients.matchAll({ type: 'window' })
  if (!known) return void (await self.clients.openWindow(url))
  await known.focus()
  await known.navigate(url)
}
