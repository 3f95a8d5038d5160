import { signal } from '@preact/signals'
import type { KnowledgeDocument } from '#contracts/knowledge.ts'
import type { CrawlSchedule } from '#contracts/knowledge-settings.ts'
import { type Api, showRefusal } from '../../app/api.ts'
import { t } from '../../locales/translate.ts'

/** Extent of what is read: a crawl from one address, or the addresses that are named. */
export type Reach = 'website' | 'pages'

export type WebsiteModel = ReturnType<typeof createWebsiteModel>

/** Form for adding a website, or single pages. */
export function createWebsiteModel(api: Api, id: number) {
  const url = signal('')
  const reach = signal<Reach>('website')
  /** One address per line. */
  const addresses = signal('')
  /** Limit of linked pages that are read in addition to the listed ones. */
  const linked = signal('0')
  const depth = signal('2')
  const pages = signal('100')
  const schedule = signal<CrawlSchedule>('never')
  const name = signal('')
  const description = signal('')
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const isBusy = signal(false)

  /** Changes the extent; an address that was typed already stays. */
  function choose(next: Reach): void {
    const [first = ''] = linesOf(addresses.value)
    if (next === 'pages' && addresses.value === '') addresses.value = url.value
    if (next === 'website' && url.value === '') url.value = first
    reach.value = next
    errors.value = {}
  }

  function content(): object {
    if (reach.value === 'website') {
      const [crawlDepth, crawlPages] = [Number(depth.value), Number(pages.value)]
      return {
        url: withScheme(url.value.trim()),
        crawl: { depth: crawlDepth, pages: crawlPages, schedule: schedule.value },
      }
    }
    const [first = '', ...others] = linesOf(addresses.value).map(withScheme)
    return {
      url: first,
      ...(others.length > 0 && { links: others.map((link) => ({ link })) }),
      relative_links_limit: Number(linked.value),
    }
  }

  /** Adds it; undefined if the input is invalid. */
  async function add(): Promise<KnowledgeDocument | undefined> {
    if (isBusy.value) return undefined
    isBusy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      const body = {
        type: 'website' as const,
        ...content(),
        ...(name.value.trim() !== '' && { name: name.value.trim() }),
        ...(description.value.trim() !== '' && { description: description.value.trim() }),
      }
      return (await api.createDocument({ params: { id }, body })).data
    } catch (reason) {
      showRefusal(reason, errors, failure)
      return undefined
    } finally {
      isBusy.value = false
    }
  }

  return {
    url,
    reach,
    addresses,
    linked,
    depth,
    pages,
    schedule,
    name,
    description,
    errors,
    failure,
    isBusy,
    choose,
    add,
    /** Error of the addresses, with the line that it is about. */
    addressError(): string | undefined {
      const [field, error] =
        Object.entries(errors.value).find(([key]) => /^(url|links)\b/.test(key)) ?? []
      const index = /^links\.(\d+)/.exec(field ?? '')?.[1]
      return index === undefined
        ? error
        : t('knowledge.website.line', { line: Number(index) + 2, error: error! })
    },
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Completes an address without a scheme, such as `example.com`. */
export const withScheme = (address: string): string =>
  address === '' || /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
