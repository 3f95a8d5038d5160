import { signal } from '@preact/signals'
import { z } from 'zod'
import { desktopApp } from '../../desktop.ts'

const Health = z.object({ status: z.string(), version: z.string(), degraded: z.array(z.string()) })
export type Health = z.output<typeof Health>

/** How the server is, and which desktop app this is, if it is one. */
export function createAboutModel(read: typeof fetch) {
  const health = signal<Health | 'unknown'>()
  const desktopVersion = signal<string>()

  async function load(): Promise<void> {
    try {
      // The same shape also when it is not well: a 503 still says why.
      health.value = Health.parse(await (await read('/health')).json())
    } catch {
      health.value = 'unknown'
    }
    desktopVersion.value = await desktopApp()?.version()
  }

  return { health, desktopVersion, load }
}
