import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { Target } from '../../../providers/voice/form-api/twiml.ts'
import { colleagueOf } from './colleague.ts'
import type { StoredTransfer } from './transfer-queries.ts'
import { type Caller, createWarmTransfer } from './warm-transfer.ts'

interface Options extends Caller {
  /** The transfer to which the call belongs as the second call. */
  readonly transfer: StoredTransfer | undefined
}

/** Transfers of a call: cold, warm, or as the second call of a warm one. */
export function createPassingOn(context: Context, options: Options) {
  const { transfer, assistant, session } = options
  const warm = createWarmTransfer(context, options)
  const close = () => session().close('assistant')
  const colleague = transfer && colleagueOf(context, { transfer, assistant, close })
  let asked: Target | undefined

  return {
    warm,
    colleague,
    /** Transfers to this number, E.164, after the assistant's last words. */
    transfer(number: string): void {
      asked = { kind: 'number', number }
    },
    /** Transfers to this number, E.164, immediately. */
    transferNow(number: string): void {
      asked = { kind: 'number', number }
      close()
    },
    /** Observes a message from the session to its player. */
    take(message: VoiceServerMessage): void {
      if (message.type === 'state') warm.listens(message.state === 'listening')
      // An operator who takes the call decides what happens next.
      if (message.type === 'person' && message.name !== null) void warm.giveUp()
    },
    /** Target of the call after the assistant's last words; undefined if it ends. */
    next(): Target | undefined {
      const name = colleague?.conference() ?? warm.conference()
      return name === undefined ? asked : { kind: 'conference', name, endsOnExit: true }
    },
    /** Ends this part of the call, with a target if it is transferred. Resolves once no second call is left. */
    async end(target: Target | undefined): Promise<void> {
      if (target?.kind !== 'conference') await warm.giveUp()
    },
  }
}
