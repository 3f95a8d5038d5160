import { hiddenHost } from '#contracts/link-host.ts'

interface OutsideLinkProps {
  readonly href: string
  /** Words that somebody else may have written. */
  readonly label: string
  readonly class?: string
}

/**
 * A link to an address that somebody else wrote: it says where it leads where its label does not, opens beside the app and
 * learns nothing of it.
 */
export function OutsideLink({ href, label, class: name }: OutsideLinkProps) {
  if (!URL.canParse(href)) return <bdi>{label}</bdi>
  const host = hiddenHost(href, label)
  return (
    <a
      class={name}
      href={href}
      title={href}
      dir="auto"
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {label}
      {host && ' '}
      {host && <small dir="ltr">({host})</small>}
    </a>
  )
}
