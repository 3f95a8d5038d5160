import { type Signal, signal } from '@preact/signals'
import type { SiteCheck } from '#contracts/site-checks.ts'
import type { DesktopApi, SiteFault, SiteSeen, SiteToShow } from '../../../electron/desktop-api.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import { t } from '../../locales/translate.ts'
import { addressOf } from './websites-model.ts'

interface Deps {
  readonly api: Api
  readonly id: number
  /** Origins that may show the assistant; the first is proposed. */
  readonly origins: Signal<readonly string[]>
  /** The surrounding desktop app, if any, which can show the page. */
  readonly desktop?: Pick<DesktopApi, 'showSite'> | undefined
}

/** State of the window that shows the page. */
export interface Shown {
  readonly size: SiteToShow['size']
  /** State of the page, once it has been looked at. */
  readonly seen?: SiteSeen | undefined
  readonly fault?: SiteFault | undefined
  /** Chromium's name of the error, if the page did not load. */
  readonly reason?: string | undefined
}

/** Check of a page of the owner's website. */
export function createSiteCheckModel({ api, id, origins, desktop }: Deps) {
  /** The address as typed; undefined before anything was typed. */
  const typed = signal<string>()
  const error = signal<string>()
  const busy = signal(false)
  const result = signal<SiteCheck>()
  const shown = signal<Shown>()
  const address = () => typed.value ?? origins.value[0] ?? ''

  async function check(): Promise<void> {
    if (busy.value) return
    const url = addressOf(address())
    if (!url) {
      error.value = t('siteCheck.noAddress')
      return
    }
    error.value = undefined
    busy.value = true
    shown.value = undefined
    try {
      const { data } = await api.checkSite({ params: { id }, body: { url: url.href } })
      result.value = data
    } catch (failure) {
      result.value = undefined
      error.value = fieldErrors(failure)?.['url'] ?? explain(failure)
    } finally {
      busy.value = false
    }
  }

  /** Shows the checked page in a window, in place of the one before. */
  async function show(assistant: string, size: Shown['size']): Promise<void> {
    const url = result.value?.url
    if (!url || !desktop) return
    const now: Shown = { size }
    shown.value = now
    const outcome = await desktop
      .showSite({ assistant, url, size })
      .catch(() => ({ fault: 'unavailable' }) as const)
    if (shown.value !== now) return
    const isClosed = 'fault' in outcome && outcome.fault === 'closed'
    shown.value = isClosed ? undefined : { size, ...outcome }
  }

  return {
    address,
    error,
    busy,
    result,
    check,
    shown,
    show,
    edit(text: string): void {
      typed.value = text
      error.value = undefined
    },
  }
}
