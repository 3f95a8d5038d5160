import type { IncomingHttpHeaders } from 'node:http'
import type { SiteFindingCode } from '#contracts/site-checks.ts'
import type { PageMarkup } from '../knowledge/reader/page-markup.ts'

/** A page as it was received. Everything in it was written by strangers. */
export interface SitePage {
  /** The address that was asked for. */
  readonly asked: string
  /** Its address, after redirects. */
  readonly url: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** True if it was longer than what is read. */
  readonly isCut: boolean
  readonly markup: PageMarkup
  /** Its web app manifest, if it has one. */
  readonly manifest?: string | undefined
  /** Texts of the first style sheets that it links. */
  readonly sheets?: readonly string[]
}

/** The chat that the page shows, or should. */
export interface SiteChat {
  readonly uuid: string
  readonly origin: string
  readonly snippet: string
  readonly pinned: { readonly url: string; readonly integrity: string; readonly tag: string } | null
  readonly allowed_origins: readonly string[]
  readonly isActive: boolean
  /** True if pages on this machine need no permission: a server without a public address. */
  readonly trustsLoopback: boolean
  readonly hasCalls: boolean
}

/** A finding before it is put into words. */
export interface Found {
  readonly code: SiteFindingCode
  readonly seen?: string | undefined
  readonly paste?: string | undefined
  /** Name of the product concerned, one of ours. */
  readonly name?: string
}
