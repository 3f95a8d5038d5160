import { splitLinks } from '../links.ts'

/** Text as text, with its web addresses as links. */
export function LinkedText({ text }: { readonly text: string }) {
  return splitLinks(text).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ),
  )
}
