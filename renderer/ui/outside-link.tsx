import { hiddenHost } from '#contracts/link-host.ts'

interface OutsideLinkProps {
  readonly href: string
  /** Text that somebody else may have written. */
  readonly label: string
  readonly class?: string
}

/**
 * A link to an untrusted address: it shows its destination if the label does not, and opens in a new tab without a
 * referrer or opener.
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
