/** Keywords that providers recognize for opting out of messages, and back in. */
const STOP = [
  'stop',
  'stopall',
  'stop all',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'optout',
  'revoke',
]
const START = ['start', 'unstop', 'yes']

/** Request of a one-word message that providers recognize; undefined for all others. */
export function orderIn(body: string): 'stop' | 'start' | undefined {
  const word = body
    .toLowerCase()
    .replace(/[^\p{L}\s]/gu, '')
    .trim()
  if (STOP.includes(word)) return 'stop'
  return START.includes(word) ? 'start' : undefined
}
