/** What providers take for "write to me no more", and for the end of that. */
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

/** What a message asks for when it is one word that providers know; undefined for all others. */
export function orderIn(body: string): 'stop' | 'start' | undefined {
  const word = body
    .toLowerCase()
    .replace(/[^\p{L}\s]/gu, '')
    .trim()
  if (STOP.includes(word)) return 'stop'
  return START.includes(word) ? 'start' : undefined
}
