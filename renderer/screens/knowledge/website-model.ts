import { signal } from '@preact/signals'
import type { KnowledgeDocument } from '#contracts/knowledge.ts'
import type { CrawlSchedule } from '#contracts/knowledge-settings.ts'
import { type Api, showRefusal } from '../../app/api.ts'

/** Extent of a crawl. */
export type Reach = 'page' | 'website'

export type WebsiteModel = ReturnType<typeof createWebsiteModel>

/** Form for adding a page or website. */
export function createWebsiteModel(api: Api, id: number) {
  const url = signal('')
  const reach = signal<Reach>('website')
  const depth = signal('2')
  const pages = signal('100')
  const schedule = signal<CrawlSchedule>('never')
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const isBusy = signal(false)

  /** Adds it; undefined if the input is invalid. */
  async function add(): Promise<KnowledgeDocument | undefined> {
    if (isBusy.value) return undefined
    isBusy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      const crawl = {
        depth: Number(depth.value),
        pages: Number(pages.value),
        schedule: schedule.value,
      }
      const address = withScheme(url.value.trim())
      const body = {
        type: 'website' as const,
        url: address,
        // Without a crawl only this page is read.
        ...(reach.value === 'website' ? { crawl } : { relative_links_limit: 0 }),
      }
      return (await api.createDocument({ params: { id }, body })).data
    } catch (reason) {
      showRefusal(reason, errors, failure)
      return undefined
    } finally {
      isBusy.value = false
    }
  }

  return { url, reach, depth, pages, schedule, errors, failure, isBusy, add }
}

/** Completes an address without a scheme, such as `example.com`. */
export const withScheme = (address: string): string =>
  address === '' || /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
