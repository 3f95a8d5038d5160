import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { giveUp, hangUp } from './lifecycle.ts'
import type { StoredCall } from './queries.ts'
import { unfinishedWords } from './sandbox/talk.ts'
import { createSwitchboard } from './switchboard.ts'
import { voiceOf } from './voice.ts'

/**
 * The operator hangs a call up: one that is going on has ended, one that nobody has taken yet has failed.
 * @throws AppError 409 when it is over already.
 */
export async function endCall(
  context: Context,
  { id, provider }: Pick<StoredCall, 'id' | 'provider'>,
): Promise<void> {
  const live = context.liveCalls.byId(id)
  // What was heard of the last sentence is written before.
  if (live) return await live.close('closed')
  const at = context.now().getTime()
  await context.write((tx) => {
    // So it is with a call that is played.
    for (const { turn, spoken } of unfinishedWords(context, id, at))
      createSwitchboard(context).write(tx, id, turn, spoken)
    const isOver =
      hangUp(tx, context, id, { status: 'ended', by: 'operator', at }) ||
      giveUp(tx, context, id, 'failed', at, 'operator')
    if (!isOver) throw new AppError('call_over')
  })
  void voiceOf(context, provider)?.ending(id)()
}
