import { type Signal, signal } from '@preact/signals'
import type { SiteCheck } from '#contracts/site-checks.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import { t } from '../../locales/translate.ts'
import { addressOf } from './websites-model.ts'

interface Deps {
  readonly api: Api
  readonly id: number
  /** Origins that may show the assistant; the first is proposed. */
  readonly origins: Signal<readonly string[]>
}

/** Check of a page of the owner's website. */
export function createSiteCheckModel({ api, id, origins }: Deps) {
  /** The address as typed; undefined before anything was typed. */
  const typed = signal<string>()
  const error = signal<string>()
  const busy = signal(false)
  const result = signal<SiteCheck>()
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

  return {
    address,
    error,
    busy,
    result,
    check,
    edit(text: string): void {
      typed.value = text
      error.value = undefined
    },
  }
}
