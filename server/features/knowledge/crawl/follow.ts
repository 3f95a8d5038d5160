import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { GuardedResponse } from '../../../providers/http/guarded-fetch.ts'
import { getAddress } from '../page.ts'
import { Unreadable } from '../reader/unreadable.ts'

type Needs = Parameters<typeof getAddress>[0] & Pick<Context, 'sleep'>

/** Other addresses that a robots.txt or a sitemap may send to (RFC 9309 asks for five). */
const MAX_REDIRECTS = 5

/**
 * Asks an address and those that it sends to, no faster than anything else of a website.
 * @throws Unreadable when there is no whole answer.
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
