import { Banner } from '../../../ui/states.tsx'
import type { DialModel } from '../thread/dial-model.ts'

/** Explains above the composer that another operator was faster, or why the mode could not be changed. */
export function DialNotice({ model }: { readonly model: DialModel }) {
  const notice = model.notice.value
  if (!notice) return null
  return (
    <Banner tone="attention" onDismiss={model.dismiss}>
      {notice}
    </Banner>
  )
}
