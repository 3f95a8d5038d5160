import type { Section } from './section.ts'

export const ACCESS: Section = {
  id: 'access',
  title: 'Authentication',
  blocks: [
    {
      text: 'All paths below are relative to the base URL. Create a key under **Settings › API keys** or with `POST /user/api-keys`; it is shown once. Send all of it, including the number and the bar, with every request:',
    },
    {
      language: 'sh',
      code: 'KEY=\'3|rZ8xkq2m…\'\ncurl "$BASE/user/me" -H "Authorization: Bearer $KEY"',
    },
    {
      head: ['Paths', 'Authentication'],
      rows: [
        [
          '`/user/*`, `/leads/*`, `/automate/*`, `/ai/*`',
          'An API key, or the session of a signed-in browser. Requests from pages of other websites are rejected.',
        ],
        [
          '`/conversations*`',
          'Anyone who knows the id, within rate limits. No key is needed; keys are ignored.',
        ],
        [
          '`/widget/*`',
          'The chat widget: a visitor’s token, and only from pages of websites that may show the assistant.',
        ],
      ],
    },
    {
      text: 'Anything that belongs to another account looks exactly as if it did not exist.',
    },
  ],
}
