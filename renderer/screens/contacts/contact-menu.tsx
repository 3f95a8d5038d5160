import { signal } from '@preact/signals'
import type { ContactDetail } from '#contracts/contacts.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import { visitorName } from '../../app/people/people.ts'
import { fileNameOf, saveFile } from '../../app/save-file.ts'
import { t } from '../../locales/translate.ts'
import { IconButton } from '../../ui/button.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { CompareIcon, DownloadIcon, LayersIcon, LinkIcon } from '../../ui/icons-work.tsx'
import { Menu } from '../../ui/menu.tsx'
import { copy } from '../inbox/thread/message-actions.tsx'
import { wholeContact } from './contact-export.ts'

interface ContactMenuProps {
  readonly desk: Pick<Desk, 'fetch' | 'toasts'>
  readonly contact: ContactDetail
  readonly onOpen: (dialog: 'merge' | 'split') => void
}

/** Actions on a contact. */
export function ContactMenu({ desk, contact, onOpen }: ContactMenuProps) {
  const link = `${location.origin}/app/contacts/${contact.id}`
  return (
    <Menu
      label={t('contacts.actions')}
      align="end"
      items={[
        { label: t('contacts.mergeOpen'), icon: CompareIcon, onSelect: () => onOpen('merge') },
        ...(contact.merge_count > 0
          ? [{ label: t('contacts.splitOpen'), icon: LayersIcon, onSelect: () => onOpen('split') }]
          : []),
        {
          label: t('thread.copyLink'),
          icon: LinkIcon,
          onSelect: () => void copy(desk, link, t('thread.linkCopied')),
        },
        {
          label: t('contacts.exportAll'),
          icon: DownloadIcon,
          onSelect: () => void download(desk, contact),
        },
      ]}
      trigger={(props) => (
        <IconButton kind="secondary" icon={MoreIcon} label={t('contacts.actions')} {...props} />
      )}
    />
  )
}

async function download(
  { fetch, toasts }: ContactMenuProps['desk'],
  contact: ContactDetail,
): Promise<void> {
  const note = toasts.show(t('contacts.exporting'), { tone: 'info', progress: signal<number>() })
  try {
    const whole = await wholeContact(fetch, contact.id)
    saveFile(whole, `${fileNameOf(visitorName(contact))}.zip`)
    toasts.show(t('contacts.exported'))
  } catch (failure) {
    toasts.show(`${t('contacts.exportFailed')} ${explain(failure)}`, 'danger')
  } finally {
    toasts.dismiss(note)
  }
}
