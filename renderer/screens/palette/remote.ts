import type { SearchHit } from '#contracts/inbox-search.ts'
import type { Api } from '../../app/api.ts'
import { fuzzy, type Ranges } from '../../app/fuzzy.ts'
import { addressOfView } from '../../app/inbox/filter.ts'
import { titleOf, visitorName } from '../../app/people/people.ts'
import { t } from '../../locales/translate.ts'
import {
  AssistantIcon,
  ChatIcon,
  ContactsIcon,
  NumbersIcon,
  PhoneIcon,
  SmsIcon,
} from '../../ui/icons.tsx'
import { ChecklistIcon, LayersIcon } from '../../ui/icons-work.tsx'
import type { Found } from './palette-model.ts'

/** Search request for each kind of result. */
export function createRemote(api: Api) {
  let assistants: ReturnType<typeof readAssistants> | undefined
  let numbers: ReturnType<typeof readNumbers> | undefined
  let views: ReturnType<typeof readViews> | undefined

  const readAssistants = () => api.listAllAssistants()
  const readNumbers = () => api.listPhoneNumbers()
  const readViews = () => api.listInboxViews()

  async function fromAssistants(query: string): Promise<Found[]> {
    // Assistants are few, so all are loaded once per opening of the palette.
    assistants ??= readAssistants()
    const entries = (await assistants).flatMap(({ id, name }) => {
      const href = `/app/assistants/${id}`
      const places = [
        { label: name, icon: AssistantIcon, href },
        { label: t('assistantTests.title', { name }), icon: ChecklistIcon, href: `${href}/tests` },
      ]
      return places.flatMap((place) => {
        const match = fuzzy(query, place.label)
        return match ? [{ id: place.href, ...place, ranges: match.ranges }] : []
      })
    })
    return [{ title: t('shell.palette.groups.assistants'), entries }]
  }

  async function fromViews(query: string): Promise<Found[]> {
    views ??= readViews()
    const { data } = await views
    const entries = data.flatMap(({ id, name, is_shared }) => {
      const match = fuzzy(query, name)
      const href = addressOfView(id)
      const hint = is_shared ? t('shell.palette.sharedView') : undefined
      return match
        ? [{ id: href, label: name, hint, icon: LayersIcon, href, ranges: match.ranges }]
        : []
    })
    return [{ title: t('shell.palette.groups.views'), entries }]
  }

  async function fromNumbers(query: string): Promise<Found[]> {
    numbers ??= readNumbers()
    const { data } = await numbers
    const entries = data.flatMap(({ id, phone_number, nickname }) => {
      const label = nickname ?? phone_number
      const match = fuzzy(query, label) ?? fuzzy(query, phone_number)
      if (!match) return []
      const href = `/app/phone-numbers?q=${encodeURIComponent(phone_number)}`
      return [{ id: `number:${id}`, label, hint: phone_number, icon: NumbersIcon, href }]
    })
    return [{ title: t('shell.palette.groups.numbers'), entries }]
  }

  async function fromContacts(search: string, signal: AbortSignal): Promise<Found[]> {
    const { data } = await api.listContacts({ query: { search, per_page: 5 }, signal })
    const entries = data.map((contact) => {
      const label = visitorName(contact)
      const hint = contact.email ?? contact.phone ?? undefined
      const href = `/app/contacts/${contact.id}`
      return {
        id: href,
        label,
        hint,
        icon: ContactsIcon,
        href,
        ranges: fuzzy(search, label)?.ranges ?? [],
      }
    })
    return [{ title: t('shell.palette.groups.contacts'), entries }]
  }

  async function fromTexts(q: string, signal: AbortSignal): Promise<Found[]> {
    const { data } = await api.searchAll({ query: { q, limit: 8 }, signal })
    const isMessage = ({ kind }: SearchHit) => kind === 'message' || kind === 'note'
    return [
      {
        title: t('shell.palette.groups.conversations'),
        entries: onePerConversation(data.filter((hit) => !isMessage(hit))),
      },
      {
        title: t('shell.palette.groups.messages'),
        entries: data.filter(isMessage).map(entryOfHit),
      },
    ]
  }

  async function fromCalls(phone_number: string, signal: AbortSignal): Promise<Found[]> {
    const { data } = await api.listCalls({ query: { phone_number, per_page: 5 }, signal })
    const entries = data.map((one) => {
      const href = `/app/calls/${one.id}`
      return {
        id: href,
        label: one.client_phone_number ?? `${one.id}`,
        hint: one.assistant_name,
        icon: PhoneIcon,
        href,
      }
    })
    return [{ title: t('shell.palette.groups.calls'), entries }]
  }

  async function fromSms(to: string, signal: AbortSignal): Promise<Found[]> {
    const { data } = await api.listSms({ query: { to, per_page: 5 }, signal })
    const entries = data.map((one) => {
      const href = `/app/sms?to=${encodeURIComponent(one.to)}`
      return { id: `sms:${one.id}`, label: one.to, hint: one.body, icon: SmsIcon, href }
    })
    return [{ title: t('shell.palette.groups.sms'), entries }]
  }

  return (query: string, signal: AbortSignal): Promise<readonly Found[]>[] => {
    const answers = [
      fromContacts(query, signal),
      fromAssistants(query),
      fromViews(query),
      fromTexts(query, signal),
      fromNumbers(query),
    ]
    if (isPhoneNumber(query)) answers.push(fromCalls(query, signal), fromSms(query, signal))
    return answers
  }
}

const isPhoneNumber = (text: string) => /^[+\d][\d\s()./-]{5,}$/.test(text)

function onePerConversation(hits: readonly SearchHit[]) {
  const seen = new Map(hits.map((hit) => [hit.conversation.id, hit]))
  return [...seen.values()].map(entryOfHit)
}

function entryOfHit({ kind, conversation, seq, message_id, snippet }: SearchHit) {
  const query = kind === 'message' && seq !== null ? `?message=${seq}` : ''
  const hintRanges: Ranges = snippet.matches.map(([start, length]) => [start, start + length])
  return {
    id: `${conversation.id} ${kind} ${message_id}`,
    label: titleOf(conversation),
    hint: snippet.text,
    hintRanges,
    icon: ChatIcon,
    href: `/app/inbox/${conversation.id}${query}`,
  }
}
