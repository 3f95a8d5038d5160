import type { Figure, Part } from '../part.ts'
import { deliveryFigures, runawayFigures, staleFigures } from './figures.ts'
import { deliver, onGround } from './run.ts'
import { runAway } from './runaway.ts'
import { findStale } from './stale.ts'

const CONVERSATIONS = 1000
const SIZE = { conversations: CONVERSATIONS, perBrowser: 20, atOnce: 5 }

/**
 * Delivery: messages typed by visitors in a real browser arrive once and in order, whatever network, browser
 * and server do meanwhile; a chat that is out of date says so; and a dead server is left alone.
 */
export const deliveryPart: Part = ({ seed, folder }) =>
  onGround({ seed, folder }, async (ground): Promise<Figure[]> => {
    const runaways = Promise.all([
      runAway(ground, 'refusing', 1, 0),
      runAway(ground, 'page', 2, 1),
      runAway(ground, 'silent', 1, 2),
    ])
    runaways.catch(() => {})
    const delivery = await deliver(ground, SIZE)
    const stale = await findStale(ground, { chats: 20, rounds: 3 })
    return [
      ...deliveryFigures(delivery, CONVERSATIONS),
      ...staleFigures(stale),
      ...runawayFigures(await runaways),
    ]
  })
