/** A document that holds nothing to answer from; the message says why, for the person who added it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}
