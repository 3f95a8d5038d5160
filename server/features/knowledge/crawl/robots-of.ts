import { fault } from '#contracts/faults.ts'
import { Unreadable } from '../reader/unreadable.ts'
import { follow } from './follow.ts'

/**
 * The robots.txt of a website; a missing one allows everything.
 * @throws Unreadable if it is temporarily unavailable: the website is not crawled then
 */
export async function robotsOf(
  context: Parameters<typeof follow>[0],
  url: string,
  stopping: AbortSignal,
): Promise<string> {
  const answer = await follow(context, `${new URL(url).origin}/robots.txt`, stopping)
  if (answer.status >= 500 || answer.status === 429) {
    throw new Unreadable(fault('robots_status', { status: answer.status }))
  }
  return answer.status === 200 ? answer.body.toString('utf8') : ''
}
