import type { Section } from './section.ts'

export const ACCESS: Section = {
  id: 'access',
  title: 'Keys and who may call',
  blocks: [
    {
      text: 'Every address below stands behind the base address. Make a key under **Settings › API keys** or with `POST /user/api-keys`; it is shown once. Send the whole of it, the number and the bar included, with every call:',
    },
    {
      language: 'sh',
      code: 'KEY=\'3|rZ8xkq2m…\'\ncurl "$BASE/user/me" -H "Authorization: Bearer $KEY"',
    },
    {
      head: ['Paths', 'Who'],
      rows: [
        [
          '`/user/*`, `/automate/*`',
          'An API key, or the session of a browser that is signed in. Pages of other websites are refused.',
        ],
        [
          '`/conversations*`',
          'Anybody who knows the id, rate limited. A key is not needed, and ignored.',
        ],
        [
          '`/widget/*`',
          'The chat widget: a visitor’s token, and only pages of websites that may show the assistant.',
        ],
      ],
    },
    {
      text: 'Whatever belongs to somebody else answers exactly as if it did not exist.',
    },
  ],
}
