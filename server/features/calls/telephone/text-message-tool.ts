import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import { MAX_SMS } from '#contracts/constants.ts'
import type { Context } from '../../../context.ts'
import { SANDBOX as SMS_SANDBOX } from '../../../providers/sms/sandbox.ts'
import { SANDBOX } from '../../../providers/voice/sandbox/sandbox.ts'
import { type Argument, faultOf, inputSchemaOf } from '../../conversations/tools/arguments.ts'
import { telephoneToolQueries } from '../../conversations/tools/call-queries.ts'
import { done, failed, type OfferedTool, refused } from '../../conversations/tools/offered.ts'
import { phoneNumberQueries } from '../../phone-numbers/queries.ts'
import type { StoredCall } from '../queries.ts'

/** Maximum number of text messages during one call. */
const MAX_TEXTS = 3

const NAME = 'send_text_message'

const TEXT: readonly Argument[] = [
  {
    name: 'text',
    type: 'string',
    description: `The whole message in plain text, at most ${MAX_SMS} characters.`,
  },
]

/**
 * The tool that sends the customer of a call a text message (`text_message`): from the number of the call, and to no other
 * than the customer's. Not offered where the number cannot send, or where a played call would lead to a real message.
 */
export function textMessageTools(
  context: Pick<Context, 'db' | 'sms' | 'sendText'>,
  builtIn: readonly BuiltInTool[],
  call: StoredCall,
): readonly OfferedTool[] {
  const { user_id: userId, assistant_phone_number: number, client_phone_number: to } = call
  const tool = builtIn.find(({ type }) => type === 'text_message')
  const isPlayed = call.provider === SANDBOX && context.sms.current.name !== SMS_SANDBOX
  if (tool?.type !== 'text_message' || to === null || isPlayed) return []
  const sender = phoneNumberQueries(context.db)
    .all(userId)
    .find((row) => row.phone_number === number && row.sms_capable === 1)
  if (!sender) return []
  return [
    {
      name: NAME,
      description: tool.description ?? 'Send the customer a text message, once they have agreed.',
      inputSchema: inputSchemaOf(TEXT),
      changesThings: true,
      async run(args) {
        const fault = faultOf(TEXT, args)
        if (fault !== undefined) return refused(fault)
        const body = String(args['text']).trim()
        if (body === '' || body.length > MAX_SMS)
          return refused(`The function was not called. The text has 1 to ${MAX_SMS} characters.`)
        if (textsOf(context, call.id) >= MAX_TEXTS)
          return refused(
            `The function was not called. A call has ${MAX_TEXTS} text messages at most.`,
          )
        const reason = await context.sendText({ userId, from: sender.id, to, body })
        return reason === undefined
          ? done('The text message is on its way.')
          : failed('The text message was not sent.', reason)
      },
    },
  ]
}

/** Text messages that were sent during a call. */
function textsOf({ db }: Pick<Context, 'db'>, callId: number): number {
  return telephoneToolQueries(db)
    .between(callId, 0, Number.MAX_SAFE_INTEGER)
    .filter(({ name, status }) => name === NAME && status === 'done').length
}
