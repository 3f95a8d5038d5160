import type { Page } from 'playwright'

/** A screen to capture. */
export interface Screen {
  readonly name: string
  /** Its path below `/app/`; `*` stands for the first item of the list named by `of`. */
  readonly at: string
  readonly of?: string
  /** Steps before the screenshot. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** Every screen of the desk, with content. */
export const SCREENS: readonly Screen[] = [
  { name: 'home', at: 'home' },
  { name: 'inbox', at: 'inbox/*', of: '/api/user/inbox' },
  {
    name: 'command-palette',
    at: 'inbox/*',
    of: '/api/user/inbox',
    prepare: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'conversation', at: 'conversations/*', of: '/api/user/conversations' },
  {
    name: 'notifications',
    at: 'home',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'reports', at: 'reports' },
  { name: 'calls', at: 'calls' },
  { name: 'call-report', at: 'calls/report' },
  { name: 'call', at: 'calls/*', of: '/api/user/calls?status=completed' },
  { name: 'contacts', at: 'contacts' },
  { name: 'contact', at: 'contacts/*', of: '/api/user/contacts' },
  { name: 'campaigns', at: 'campaigns' },
  { name: 'campaign-new', at: 'campaigns/new' },
  { name: 'leads', at: 'leads' },
  { name: 'sms', at: 'sms' },
  { name: 'sms-new', at: 'sms/new' },
  { name: 'webhooks', at: 'webhooks' },
  { name: 'webhook', at: 'webhooks/*', of: '/api/user/webhook-deliveries' },
  { name: 'phone-numbers', at: 'phone-numbers' },
  { name: 'balance', at: 'balance' },
  { name: 'assistants', at: 'assistants' },
  { name: 'assistant', at: 'assistants/1' },
  { name: 'assistant-new', at: 'assistants/new' },
  { name: 'assistant-tests', at: 'assistants/2/tests' },
  { name: 'knowledge', at: 'knowledge' },
  { name: 'knowledge-base', at: 'knowledge/2' },
  { name: 'knowledge-entries', at: 'knowledge/entries' },
  { name: 'unanswered', at: 'knowledge/unanswered' },
  { name: 'tools', at: 'tools' },
  { name: 'tool', at: 'tools/2' },
  { name: 'embed', at: 'assistants/1/embed' },
  { name: 'users', at: 'users' },
  { name: 'api-keys', at: 'api-keys' },
  { name: 'settings', at: 'settings/notifications' },
  { name: 'settings-accounts', at: 'settings/accounts' },
  { name: 'settings-channels', at: 'settings/channels' },
  { name: 'settings-labels', at: 'settings/labels' },
  { name: 'settings-blocked', at: 'settings/blocked' },
  { name: 'settings-rules', at: 'settings/rules' },
  { name: 'settings-targets', at: 'settings/targets' },
  { name: 'settings-providers', at: 'settings/providers' },
  { name: 'settings-network', at: 'settings/network' },
  { name: 'settings-models', at: 'settings/models' },
  { name: 'settings-voice', at: 'settings/voice' },
  {
    name: 'settings-backups',
    at: 'settings/backups',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Back up now' }).click()
      await page.getByText('Verified', { exact: true }).first().waitFor()
      // Hides the local folder of the person who takes the screenshots.
      await page.locator('.copy-field code, .copy-field input').evaluateAll((fields) => {
        for (const field of fields) {
          if (field instanceof HTMLInputElement) field.value = '/var/lib/parley/backups'
          else field.textContent = '/var/lib/parley/backups'
        }
      })
    },
  },
  { name: 'settings-budgets', at: 'settings/budgets' },
  { name: 'kitchen-sink', at: 'kitchen-sink' },
]

/** Path of a screen on a server; a screen of a single item shows the first in its list. */
export async function addressOf({ at, of }: Screen, url: string, key: string): Promise<string> {
  if (!of) return `/app/${at}`
  const answer = await fetch(url + of, { headers: { authorization: `Bearer ${key}` } })
  const { data } = (await answer.json()) as { data: { id: string | number }[] }
  return `/app/${at.replace('*', String(data[0]?.id ?? ''))}`
}
