import { hiddenHost } from '#contracts/link-host.ts'
import { Link } from './linked.tsx'

/** Words that look like an address of the web or of mail, or like a number to call. */
const ADDRESS = /\S[.。]\S|@|\d{3}/

/** A link that says on hover where it leads, and beside its words where these claim something else. */
export function AnnouncedLink({ url, label }: { readonly url: string; readonly label: string }) {
  const host = hiddenHost(url, label)
  const isDisguised = host && ADDRESS.test(label.normalize('NFKC'))
  return (
    <Link url={url} title={host}>
      {label}
      {isDisguised && <small dir="ltr">{` (${host})`}</small>}
    </Link>
  )
}
