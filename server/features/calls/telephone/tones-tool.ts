import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import { type Argument, faultOf, inputSchemaOf } from '../../conversations/tools/arguments.ts'
import { done, type OfferedTool, refused } from '../../conversations/tools/offered.ts'

/** Keys that a model may press, with pauses of half a second. */
const KEYS = /^[0-9*#A-D,w]{1,32}$/i

const DIGITS: readonly Argument[] = [
  {
    name: 'digits',
    type: 'string',
    description:
      'Keys to press, one after another: 0-9, *, #. A comma is a pause of half a second.',
  },
]

/**
 * The tool that navigates a phone menu by DTMF (`dtmf_input`).
 * @param press resolves once the tones were played, to false if someone spoke before they were sent
 */
export function tonesTools(
  builtIn: readonly BuiltInTool[],
  press: (digits: string, signal: AbortSignal) => Promise<boolean>,
): readonly OfferedTool[] {
  const tool = builtIn.find(({ type }) => type === 'dtmf_input')
  if (tool?.type !== 'dtmf_input') return []
  return [
    {
      name: 'press_keys',
      description: tool.description ?? 'Press keys of the telephone in a menu at the other end.',
      inputSchema: inputSchemaOf(DIGITS),
      changesThings: true,
      async run(args, signal) {
        const fault = faultOf(DIGITS, args)
        if (fault !== undefined) return refused(fault)
        const digits = String(args['digits']).replace(/[\s-]/g, '')
        if (!KEYS.test(digits))
          return refused('The function was not called. A telephone has 0-9, * and #, at most 32.')
        return (await press(digits, signal))
          ? done('The keys were pressed. Wait for what comes next; say nothing to a machine.')
          : refused('The keys were not pressed: somebody spoke before.')
      },
    },
  ]
}
