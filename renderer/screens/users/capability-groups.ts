import type { GrantableCapability } from '#contracts/capabilities.ts'
import { t } from '../../locales/translate.ts'

interface Granted {
  readonly name: GrantableCapability
  readonly label: string
}

interface CapabilityGroup {
  readonly title: string
  readonly capabilities: readonly Granted[]
}

/** Everything that a custom role may grant, in groups. */
export const CAPABILITY_GROUPS: readonly CapabilityGroup[] = [
  {
    title: t('roles.groups.inbox'),
    capabilities: [
      { name: 'conversations.change', label: t('roles.may.conversations') },
      { name: 'reports', label: t('roles.may.reports') },
    ],
  },
  {
    title: t('roles.groups.customers'),
    capabilities: [
      { name: 'contacts', label: t('roles.may.contacts') },
      { name: 'records', label: t('roles.may.records') },
      { name: 'outreach', label: t('roles.may.outreach') },
      { name: 'exports', label: t('roles.may.exports') },
    ],
  },
  {
    title: t('roles.groups.assistants'),
    capabilities: [
      { name: 'knowledge', label: t('roles.may.knowledge') },
      { name: 'assistants', label: t('roles.may.assistants') },
      { name: 'rules', label: t('roles.may.rules') },
    ],
  },
  {
    title: t('roles.groups.money'),
    capabilities: [
      { name: 'spending', label: t('roles.may.spending') },
      { name: 'budgets', label: t('roles.may.budgets') },
      { name: 'numbers', label: t('roles.may.numbers') },
    ],
  },
  {
    title: t('roles.groups.developers'),
    capabilities: [
      { name: 'webhooks', label: t('roles.may.webhooks') },
      { name: 'keys', label: t('roles.may.keys') },
    ],
  },
  {
    title: t('roles.groups.account'),
    capabilities: [
      { name: 'people', label: t('roles.may.people') },
      { name: 'access', label: t('roles.may.access') },
      { name: 'account', label: t('roles.may.account') },
    ],
  },
]
