import { hiddenHost } from '#contracts/link-host.ts'
import { Link } from './linked.tsx'

/** A link that says where it goes, whatever its words are. */
export function AnnouncedLink({ url, label }: { readonly url: string; readonly label: string }) {
  const host = hiddenHost(url, label)
  return (
    <Link url={url}>
      {label}
      {host && <small dir="ltr">{` (${host})`}</small>}
    </Link>
  )
}
