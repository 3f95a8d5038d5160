import type { ComponentChildren } from 'preact'
import { splitLinks } from '../links.ts'

/** Text as text, with its web addresses as links. */
export function linked(text: string): ComponentChildren[] {
  return splitLinks(text).map((part, index) =>
    index % 2 === 0 ? part : <Link url={part}>{part}</Link>,
  )
}

interface LinkProps {
  readonly url: string
  readonly children: ComponentChildren
}

/** A link to somewhere else, which learns nothing of where it was followed. */
export function Link({ url, children }: LinkProps) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
