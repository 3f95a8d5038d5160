import type { AssistantChange } from '#contracts/assistant-fields.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import type { Context } from '../../context.ts'
import { overheardFaults } from '../platform/secrets/overheard.ts'

type Tools = AssistantChange['tools']

/** Rejects calendars of an own address to which their key would go unencrypted; those that are stored stay. */
export function calendarAddressFaults(
  context: Pick<Context, 'networkOf'>,
  account: number,
  { tools }: { readonly tools?: Tools },
  stored?: Tools,
): FieldFaults {
  const known = stored?.map(addressOf) ?? []
  const faults = (tools ?? []).map((tool, index) => {
    const address = addressOf(tool)
    if (address === undefined || known.includes(address)) return {}
    const field = `tools.${index}.calendar_custom_endpoint`
    return overheardFaults(context, { account, field, sent: { address, secret: 'key' } })
  })
  return Object.assign({}, ...faults)
}

type Tool = NonNullable<Tools>[number]

const addressOf = (tool: Tool): string | undefined =>
  tool.type === 'calendar_integration' && tool.calendar_endpoint === 'custom'
    ? tool.calendar_custom_endpoint
    : undefined
