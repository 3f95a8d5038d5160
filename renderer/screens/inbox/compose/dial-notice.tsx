import { Banner } from '../../../ui/states.tsx'
import type { DialModel } from '../thread/dial-model.ts'

/** Says who was faster, or why the dial could not be turned. It stands above the composer. */
export function DialNotice({ model }: { readonly model: DialModel }) {
  const notice = model.notice.value
  if (!notice) return null
  return (
    <Banner tone="attention" onDismiss={model.dismiss}>
      {notice}
    </Banner>
  )
}
