import type { ConversationDetail } from '#contracts/conversations.ts'

/** Placeholder in a canned reply: `{{customer_name}}`. */
const GAP = /\{\{\s*([\w.-]+)\s*\}\}/g

/** Values for placeholders. */
export type Values = Readonly<Record<string, string>>

type Filled = Pick<ConversationDetail, 'visitor' | 'variables' | 'assistant_name'>

/** Placeholder values of a conversation: the visitor, the author, and the variables. */
export function valuesOf(thread: Filled, operatorName: string | undefined): Values {
  const { visitor, variables, assistant_name } = thread
  const known = {
    ...Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
    ...present({
      customer_name: visitor?.name,
      customer_email: visitor?.email,
      customer_phone: visitor?.phone,
      operator_name: operatorName,
    }),
    assistant_name,
  }
  return known
}

/** Fills in known placeholders; unknown ones remain, and the position of the first is returned. */
export function fillCanned(content: string, values: Values) {
  const text = content.replace(GAP, (gap, name: string) =>
    Object.hasOwn(values, name) && values[name] !== '' ? values[name]! : gap,
  )
  const first = new RegExp(GAP.source).exec(text)
  return {
    text,
    gap: first ? { start: first.index, end: first.index + first[0].length } : undefined,
  }
}

/** Names of the remaining placeholders, without duplicates. */
export function namesOfGaps(text: string): string[] {
  return [...new Set([...text.matchAll(GAP)].map(([gap]) => gap))]
}

function present(values: Readonly<Record<string, string | null | undefined>>): Values {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}
