import { signal } from '@preact/signals'
import type { ContactDetail } from '#contracts/contacts.ts'
import { explain } from '../../api.ts'
import type { Desk } from '../../desk.ts'
import { visitorName } from '../../people.ts'
import { fileNameOf, saveJson } from '../../save-file.ts'
import { contactTexts as t } from '../../texts/contacts.ts'
import { threadTexts } from '../../texts/thread.ts'
import { IconButton } from '../../ui/button.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { JsonIcon, LinkIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { copy } from '../inbox/message-actions.tsx'
import { wholeContact } from './contact-export.ts'

interface ContactMenuProps {
  readonly desk: Pick<Desk, 'call' | 'toasts'>
  readonly contact: ContactDetail
}

/** What can be done with a contact. */
export function ContactMenu({ desk, contact }: ContactMenuProps) {
  const link = `${location.origin}/app/contacts/${contact.id}`
  return (
    <Menu
      label={t.actions}
      align="end"
      items={[
        {
          label: threadTexts.copyLink,
          icon: LinkIcon,
          onSelect: () => void copy(desk, link, threadTexts.linkCopied),
        },
        { label: t.exportAll, icon: JsonIcon, onSelect: () => void download(desk, contact) },
      ]}
      trigger={(props) => (
        <IconButton kind="secondary" icon={MoreIcon} label={t.actions} {...props} />
      )}
    />
  )
}

async function download(
  { call, toasts }: ContactMenuProps['desk'],
  { id }: ContactDetail,
): Promise<void> {
  const progress = signal<number>()
  const note = toasts.show(t.exporting, { tone: 'info', progress })
  try {
    const whole = await wholeContact(call, id, (share) => {
      progress.value = share
    })
    saveJson(whole, `${fileNameOf(visitorName(whole))}.json`)
    const { length } = whole.conversations
    toasts.show(length < whole.conversation_count ? t.exportedPart(length) : t.exported)
  } catch (failure) {
    toasts.show(`${t.exportFailed} ${explain(failure)}`, 'danger')
  } finally {
    toasts.dismiss(note)
  }
}
