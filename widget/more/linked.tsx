import type { ComponentChildren } from 'preact'
import { splitLinks } from './links.ts'

/** Plain text with its URLs as links. */
export function linked(text: string): ComponentChildren[] {
  return splitLinks(text).map((part, index) => (index % 2 ? <Link url={part}>{part}</Link> : part))
}

interface LinkProps {
  readonly url: string
  /** Where it leads, for whoever points at it. */
  readonly title?: string | undefined
  readonly children: ComponentChildren
}

/** An external link, opened without a referrer. */
export function Link({ url, title, children }: LinkProps) {
  return (
    <a href={url} title={title} dir="auto" target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
