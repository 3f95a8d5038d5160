import { Link } from '../parts/linked.tsx'

/** A link that says where it goes, whatever its words are. */
export function AnnouncedLink({ url, label }: { readonly url: string; readonly label: string }) {
  const { host = '' } = URL.parse?.(url) ?? {}
  return (
    <Link url={url}>
      {label}
      {host && !label.includes(host) && <small> ({host})</small>}
    </Link>
  )
}
