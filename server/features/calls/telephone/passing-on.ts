import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { Target } from '../../../providers/voice/form-api/twiml.ts'
import { colleagueOf } from './colleague.ts'
import type { StoredTransfer } from './transfer-queries.ts'
import { type Caller, createWarmTransfer } from './warm-transfer.ts'

interface Options extends Caller {
  /** The transfer that the call is the second one of. */
  readonly transfer: StoredTransfer | undefined
}

/** The ways in which a call is passed on: at once, after somebody was called, or as the call of whoever takes one. */
export function createPassingOn(context: Context, options: Options) {
  const { transfer, assistant, session } = options
  const warm = createWarmTransfer(context, options)
  const close = () => session().close('assistant')
  const colleague = transfer && colleagueOf(context, { transfer, assistant, close })
  let asked: Target | undefined

  return {
    warm,
    colleague,
    /** The call goes to this number, E.164, after the assistant's last words. */
    transfer(number: string): void {
      asked = { kind: 'number', number }
    },
    /** The call goes to this number, E.164, whatever is being said. */
    transferNow(number: string): void {
      asked = { kind: 'number', number }
      close()
    },
    /** The session has said something to its player. */
    take(message: VoiceServerMessage): void {
      if (message.type === 'state') warm.listens(message.state === 'listening')
      // Whoever takes the call at the desk decides what becomes of it.
      if (message.type === 'person' && message.name !== null) void warm.giveUp()
    },
    /** The party that the call goes on with after the assistant's last words; undefined where it is over. */
    next(): Target | undefined {
      const name = colleague?.conference() ?? warm.conference()
      return name === undefined ? asked : { kind: 'conference', name, endsOnExit: true }
    },
    /** The call has ended, or goes on with this party. Resolves once nobody is called for it any more. */
    async end(target: Target | undefined): Promise<void> {
      if (target?.kind !== 'conference') await warm.giveUp()
    },
  }
}
