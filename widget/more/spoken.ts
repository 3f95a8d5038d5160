import type { ChatModel } from '../model.ts'
import type { View } from '../view.ts'
import { wordsOf } from './words.ts'

/** Number of messages read out at once; whoever opens the chat after more of them finds the others in the log. */
const MAX_MESSAGES = 3
/** Pause before an interruption is reported again, ms; a line that breaks every few seconds would drown the rest. */
const CUT_PAUSE = 60_000

/** Text of a chat's region, and what it was made from. */
interface Said {
  readonly text: string
  readonly conversation: string | undefined
  /** Facts in the text. */
  readonly facts: readonly string[]
  /** Facts that were known then. */
  readonly known: ReadonlySet<string>
  /** Number of announcements until then. */
  readonly count: number
  readonly cutAt: number
}

const regions = new WeakMap<ChatModel, Said>()

/** Text of the region that screen readers follow: what is new, each thing once. */
export function spoken(view: View): string {
  const { model } = view
  const { announcements, conversation } = model.state
  const count = announcements.length
  const before = regions.get(model) ?? beforeAll(count)
  const now = factsOf(view)
  const facts = [...now.keys()].filter(
    (fact) => !before.known.has(fact) && (fact !== 'cut' || Date.now() - before.cutAt > CUT_PAUSE),
  )
  const messages = announcements.slice(Math.max(before.count, 0)).slice(-MAX_MESSAGES)
  const words = [...facts.map((fact) => now.get(fact)!), ...messages].map(unmarked)
  const isSame = conversation?.id === before.conversation
  const said = {
    ...(words.length > 0
      ? { text: fresh(words, before.text), facts }
      : whatHolds(before, now, isSame)),
    conversation: conversation?.id,
    known: new Set(now.keys()),
    count,
    cutAt: facts.includes('cut') ? Date.now() : before.cutAt,
  }
  regions.set(model, said)
  return said.text
}

/** Nothing said yet: of the messages that came before the chat was opened, the last is news. */
function beforeAll(count: number): Said {
  const nothing = { text: '', facts: [], conversation: undefined, known: new Set<string>() }
  return { ...nothing, count: count - 1, cutAt: 0 }
}

/** Only a text that differs from the one before is read out. */
function fresh(words: readonly string[], before: string): string {
  const text = [...new Set(words)].join('\n')
  return text === before ? `${text}\u00a0` : text
}

/** Removes the text once it is no longer true, or of another conversation; a removal is silent. */
function whatHolds({ text, facts }: Said, now: ReadonlyMap<string, string>, isSame: boolean) {
  const holds = isSame && facts.every((fact) => now.has(fact))
  return holds ? { text, facts } : { text: '', facts: [] }
}

/** Facts to be said besides messages, in words. */
function factsOf(view: View): Map<string, string> {
  const { model, texts } = view
  const { conversation, outbox, isCut, notice, asleep } = model.state
  const { joined, handedBack, unsent, cut } = wordsOf(texts)
  const facts = asleep?.isOn ? asleep.facts(view) : new Map<string, string>()
  const reason = reasonOf(view)
  if (reason) facts.set(reason, reason)
  if (conversation?.handover) {
    const { id, ai_enabled } = conversation
    facts.set(`${id} ${ai_enabled}`, ai_enabled ? handedBack : joined)
  }
  if (isCut && !asleep?.isOn) facts.set('cut', cut)
  for (const { client_id, status, reason } of outbox) {
    // A retry that the visitor asked for changes the status, an automatic one does not.
    if (status === 'refused' || (status === 'waiting' && !asleep?.isOn))
      facts.set(client_id, reason || unsent)
  }
  if (notice) facts.set(notice, notice)
  return facts
}

/** The reason why there is no chat; that none is offered here is an alert of its own. */
function reasonOf({ model, texts }: View): string | undefined {
  const { conversation, trouble } = model.state
  if (!trouble || trouble === 'gone' || conversation) return undefined
  return trouble === 'blocked' ? wordsOf(texts).blocked : texts.unreachable
}

/** A text without the markup of an answer, which a screen reader would spell out. */
function unmarked(text: string): string {
  return text
    .replace(/^ {0,3}(```|~~~).*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/[*`#|~]+/g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}
