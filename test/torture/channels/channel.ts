import type { World } from './world.ts'

/** A customer of the torture, by a number that is theirs alone. */
export type Customer = number

/**
 * A kind of channel as the torture uses it: another one is a file that returns this, and a line in `part.ts`.
 */
export interface Channel {
  readonly name: string
  /** Connects it, once. */
  setUp(world: World): Promise<void>
  /** The customer writes; repeated, reordered or cut off, as the channel may do it. */
  write(world: World, customer: Customer, text: string): Promise<void>
  /** Looks at the conversation, where the channel tells that to the server. */
  read?(world: World, customer: Customer): Promise<void>
  /** Texts that have reached the customer, in order. */
  reached(world: World, customer: Customer): readonly string[]
  /** Stops or starts the provider's faults. */
  trouble(isOn: boolean): void
  /** Stops the stand-in. */
  close(): Promise<void>
}

/** UUID of the conversation that has a message of this text. */
export const conversationWith = ({ db }: World, text: string): string | undefined =>
  db
    .prepare<[string], string>(
      'SELECT conversations.uuid FROM messages JOIN conversations ON conversations.id = conversation_id WHERE content = ? LIMIT 1',
    )
    .pluck()
    .get(text)
