import { isDeepStrictEqual } from 'node:util'
import type { AssistantChange } from '#contracts/assistant-fields.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import type { Context } from '../../context.ts'
import { overheardFaults } from '../platform/secrets/overheard.ts'

type Tools = AssistantChange['tools']

/** Rejects calendars of an own address to which their key would go unencrypted; those stored with the same key stay. */
export function calendarAddressFaults(
  context: Pick<Context, 'networkOf'>,
  account: number,
  { tools }: { readonly tools?: Tools },
  stored?: Tools,
): FieldFaults {
  const known = stored?.flatMap((tool) => sentTo(tool) ?? []) ?? []
  const faults = (tools ?? []).map((tool, index) => {
    const sent = sentTo(tool)
    if (!sent || known.some((same) => isDeepStrictEqual(same, sent))) return {}
    const field = `tools.${index}.calendar_custom_endpoint`
    return overheardFaults(context, { account, field, sent })
  })
  return Object.assign({}, ...faults)
}

type Tool = NonNullable<Tools>[number]

const sentTo = (tool: Tool) =>
  tool.type === 'calendar_integration' && tool.calendar_endpoint === 'custom'
    ? { address: tool.calendar_custom_endpoint, secret: tool.calendar_api_key }
    : undefined
