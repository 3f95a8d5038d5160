import type { Expectation, TestResult } from '#contracts/assistant-tests.ts'
import type { Context } from '../../../context.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { extractFields } from '../../conversations/extraction/extract.ts'
import { judge } from './judge.ts'

export type CheckNeeds = Pick<
  Context,
  'db' | 'now' | 'events' | 'models' | 'sleep' | 'randomBytes' | 'log' | 'write'
>

/** An expectation, and the conversation to check it on. */
export interface Expected {
  readonly expectation: Expectation
  readonly assistant: AssistantWithLanguage
  readonly transcript: TestResult['transcript']
  readonly signal: AbortSignal
}

/** Result of an expectation: whether it holds, the evidence, and the cost in micro-dollars. */
export interface Finding {
  readonly passed: boolean
  readonly detail: string
  readonly cost: number
}

/** Checks an expectation on the last answer. */
export async function checkExpectation(context: CheckNeeds, expected: Expected): Promise<Finding> {
  const { expectation, transcript } = expected
  const { kind, value } = expectation
  const answer = transcript.at(-1)!
  switch (kind) {
    case 'contains':
      return plain(has(answer.content, value))
    case 'lacks':
      return plain(!has(answer.content, value))
    case 'calls_tool': {
      const names = (answer.function_calls ?? []).map(({ name }) => name)
      return plain(names.includes(value), names.join(', ') || 'No tool was called')
    }
    case 'extracts':
      return extracts(context, expected)
    case 'judged':
      return judge(context, expected)
  }
}

const plain = (passed: boolean, detail = ''): Promise<Finding> =>
  Promise.resolve({ passed, detail: passed ? '' : detail, cost: 0 })

/** Normalizes case, whitespace and typographic quotes. */
const plainWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()

const has = (answer: string, words: string): boolean =>
  plainWords(answer).includes(plainWords(words))

async function extracts(
  context: CheckNeeds,
  { expectation: { value, field = '' }, assistant, transcript, signal }: Expected,
): Promise<Finding> {
  const { values, cost, problem } = await extractFields(context, { assistant, transcript, signal })
  const found = Object.hasOwn(values, field) ? values[field] : undefined
  const passed = found !== undefined && plainWords(String(found)) === plainWords(value)
  const detail = found === undefined ? (problem ?? 'Nothing was found') : String(found)
  return { passed, detail: passed ? '' : detail, cost }
}
