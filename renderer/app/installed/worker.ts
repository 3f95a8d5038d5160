/** Path of the service worker, which limits it to the desk. */
const WORKER = '/app/service-worker.js'

/** The browser's part of Trusted Types; TypeScript's library does not describe it yet. */
interface WithTrustedTypes {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { readonly createScriptURL: (url: string) => string },
    ): { createScriptURL(url: string): string }
  }
}

/** The only script address that this policy trusts is the worker's own. */
const trusted = (): string => {
  const { trustedTypes } = globalThis as WithTrustedTypes
  const policy = trustedTypes?.createPolicy('parley-service-worker', {
    createScriptURL: () => WORKER,
  })
  return policy?.createScriptURL(WORKER) ?? WORKER
}

let registration: Promise<ServiceWorkerRegistration> | undefined

/** Reports whether this browser can run the service worker here: only on https and on this machine. */
export const canRunWorker = (): boolean => 'serviceWorker' in navigator

/**
 * Registers the service worker and waits until it runs. It is registered on request only, by whoever installs the desk or
 * turns on push: other tabs work without one.
 */
export function runWorker(): Promise<ServiceWorkerRegistration> {
  registration ??= navigator.serviceWorker
    .register(trusted(), { scope: '/app/' })
    .then(() => navigator.serviceWorker.ready)
  return registration
}
