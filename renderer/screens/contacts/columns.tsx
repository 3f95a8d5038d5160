import type { Contact } from '#contracts/contacts.ts'
import { visitorName } from '../../app/people/people.ts'
import { languageName } from '../../format/language-name.ts'
import { formatNumber } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Avatar } from '../../ui/display.tsx'
import { Time } from '../../ui/time.tsx'
import { browserOf } from '../inbox/details/browser-of.ts'

/** Columns of the contact list. */
export const CONTACT_COLUMNS: readonly Column<Contact>[] = [
  {
    key: 'name',
    title: t('contacts.contact'),
    isSortable: true,
    isPrimary: true,
    canHide: false,
    cell: (contact) => (
      <span class="contact-cell">
        <Avatar
          name={visitorName(contact)}
          id={contact.id}
          isOnline={contact.online}
          size="small"
        />
        <span class={`contact-name ${contact.name === null ? 'is-nameless' : ''}`} dir="auto">
          {visitorName(contact)}
        </span>
        {contact.online && <span class="visually-hidden">({t('contacts.online')})</span>}
      </span>
    ),
  },
  { key: 'email', title: t('contacts.email'), cell: ({ email }) => <Known text={email} /> },
  { key: 'phone', title: t('contacts.phone'), cell: ({ phone }) => <Known text={phone} /> },
  {
    key: 'page',
    title: t('contacts.page'),
    isHiddenOnPhone: true,
    cell: ({ page_url, page_title }) => (
      <span class="contact-page" title={page_url ?? undefined}>
        <Known text={page_title || page_url} />
      </span>
    ),
  },
  {
    key: 'assistant',
    title: t('contacts.assistant'),
    cell: ({ assistant_name }) => <Known text={assistant_name} />,
  },
  {
    key: 'language',
    title: t('contacts.language'),
    cell: ({ language }) => <Known text={languageName(language)} />,
  },
  {
    key: 'browser',
    title: t('contacts.browser'),
    cell: ({ user_agent }) => <Known text={browserOf(user_agent)} />,
  },
  {
    key: 'conversations',
    title: t('contacts.conversations'),
    isNumber: true,
    cell: ({ conversation_count }) => formatNumber(conversation_count),
  },
  {
    key: 'first_seen',
    title: t('contacts.firstSeen'),
    align: 'end',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    key: 'last_seen',
    title: t('contacts.lastSeen'),
    isSortable: true,
    align: 'end',
    cell: ({ online, last_seen_at }) =>
      online ? (
        <span class="contact-online">{t('contacts.online')}</span>
      ) : (
        <Time at={last_seen_at} />
      ),
  },
]

/** A value, or a muted placeholder for a missing one. */
function Known({ text }: { readonly text: string | null | undefined }) {
  return text ? <bdi>{text}</bdi> : <span class="contact-unknown">{t('contacts.none')}</span>
}
