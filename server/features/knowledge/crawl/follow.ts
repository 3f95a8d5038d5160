import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { GuardedResponse } from '../../../providers/http/guarded-fetch.ts'
import { getAddress } from '../page.ts'
import { Unreadable } from '../reader/unreadable.ts'

type Needs = Parameters<typeof getAddress>[0] & Pick<Context, 'sleep'>

/** Maximum redirects of a robots.txt or sitemap (RFC 9309 requires at least five). */
const MAX_REDIRECTS = 5

/**
 * Requests a URL and follows its redirects, within the crawl's rate limit.
 * @throws Unreadable if there is no complete response
 */
export async function follow(
  context: Needs,
  url: string,
  signal: AbortSignal,
): Promise<GuardedResponse> {
  let address = url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await getAddress(context, address, signal, { accept: '*/*' })
    const { location } = answer.headers
    if (answer.status < 300 || answer.status > 399 || location === undefined) return answer
    if (!URL.canParse(location, address)) break
    address = new URL(location, address).href
    await context.sleep(context.config.limits.crawlPauseMs, signal)
  }
  throw new Unreadable(fault('website_redirects_forever'))
}
