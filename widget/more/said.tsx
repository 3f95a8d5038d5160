import type { Author } from '#contracts/messages.ts'
import type { View } from '../view.ts'
import { linked } from './linked.tsx'
import { Markdown } from './markdown.tsx'

interface WordsProps {
  readonly view: View
  readonly author: Author
  readonly text: string
}

/** Content of a message: Markdown in answers of the assistant, text with links from everybody else. */
export function Words({ view, author, text }: WordsProps) {
  if (author === 'assistant') return <Markdown text={text} view={view} />
  return <>{linked(text)}</>
}
