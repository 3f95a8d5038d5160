import type { Author } from '#contracts/messages.ts'
import type { View } from '../view.ts'
import { linked } from './linked.tsx'
import { Markdown } from './markdown.tsx'

interface WordsProps {
  readonly view: View
  readonly author: Author
  readonly text: string
}

/** Content of a message: Markdown for the assistant's answers, text with links for all others. */
export function Words({ view, author, text }: WordsProps) {
  if (author === 'assistant') return <Markdown text={text} view={view} />
  return <>{linked(text)}</>
}
