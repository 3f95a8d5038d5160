import { expect, test } from 'vitest'
import { createScribe } from '../../../server/features/calls/live/scribe.ts'
import type { ThoughtCause } from '../../../server/features/calls/live/turn-events.ts'
import { createSwitchboard } from '../../../server/features/calls/switchboard.ts'
import { answersByTelephone } from '../../../server/features/calls/telephone/answers.ts'
import { phrasesFor } from '../../../server/language/phrases.ts'
import { telephoneDesk } from '../../support/telephone-calls.ts'

/** A call that was answered, as somebody has said and heard it. */
async function answeredCall(change: Parameters<typeof telephoneDesk>[0]) {
  const { dialled, context } = await telephoneDesk(change)
  const { id } = await dialled()
  const at = context.now().getTime()
  await context.write((tx) =>
    createSwitchboard(context).report(tx, id, { kind: 'answered', by: 'unknown', at }),
  )
  const scribe = createScribe(context, { callId: id })
  const answer = answersByTelephone(context, { callId: id, scribe })
  const { signal } = new AbortController()
  return {
    /** Words of the assistant, who is heard with them. */
    async asked(cause: ThoughtCause): Promise<string> {
      if (cause.kind === 'reply') scribe.spoken({ speaker: 'customer', content: cause.heard })
      let words = ''
      for await (const part of answer({ cause, isEndNear: false, signal })) words += part
      if (words !== '') scribe.spoken({ speaker: 'assistant', content: words })
      return words
    },
  }
}

const hello = { kind: 'reply', heard: 'hello' } as const

test('who waits for the customer greets them first, and then answers', async () => {
  const { asked } = await answeredCall({ wait_for_customer: true, initial_message: 'Bakery.' })
  expect(await asked(hello)).toBe('Bakery.')
  expect(await asked(hello)).toContain('Hello')
})

test.each(['Are you still at {{customer_phone}}?', null])(
  'a silent customer hears the words of reengagement_prompt: %j',
  async (prompt) => {
    const { asked } = await answeredCall({ reengagement_prompt: prompt })
    expect(await asked({ kind: 're-engagement' })).toBe(
      prompt === null ? phrasesFor('en').stillThere : 'Are you still at +12025550123?',
    )
  },
)
